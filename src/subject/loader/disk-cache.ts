import { readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";
import { version as nodeVersion } from "node:process";
import { writeQuietly } from "../../world/write-quietly.ts";
import type { Analysis } from "./analysis.ts";
import { openedStamp } from "../../config/files/store-links.ts";

/** Bump when an analysis of the same content would come out differently. */
const analysisVersion = "2";

/** Gives the analysis for a key, making it when it is not known. */
export type AnalysisCache = (key: string, make: () => Analysis) => Analysis;

/**
 * Remembers analyses by key, in memory and, when a directory is given, on disk. They hold code that
 * is executed, so only what was written here is read: entries that came with a checkout are not.
 */
export function createAnalysisCache(directory: string | undefined): AnalysisCache {
  const memory = new Map<string, Analysis>();
  const stamp = directory === undefined ? undefined : openedStamp(directory);
  return (key, make) => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const entry =
      directory === undefined || stamp === undefined
        ? undefined
        : { file: path.join(directory, `${key.slice(0, 40)}.json`), key, stamp };
    const stored = entry === undefined ? undefined : readEntry(entry);
    const analysis = stored ?? make();
    memory.set(key, analysis);
    if (entry !== undefined && stored === undefined) writeEntry(entry, analysis);
    return analysis;
  };
}

// --- inside ---

/** Where an analysis is kept, and what it must say of the folder it was written in. */
interface EntryPlace {
  readonly file: string;
  readonly key: string;
  readonly stamp: string;
}

interface Entry {
  readonly version: string;
  readonly stamp: string;
  readonly key: string;
  readonly digest: string;
  readonly analysis: Analysis;
}

function digestOf(analysis: Analysis): string {
  return createHash("sha256").update(JSON.stringify(analysis)).digest("hex");
}

const version = `${analysisVersion} ${nodeVersion}`;

/** Anything but a whole, matching entry counts as no entry. */
function readEntry({ file, key, stamp }: EntryPlace): Analysis | undefined {
  try {
    const entry = JSON.parse(readFileSync(file, "utf8")) as Entry;
    const isWhole =
      entry.version === version &&
      entry.stamp === stamp &&
      entry.key === key &&
      entry.digest === digestOf(entry.analysis);
    return isWhole ? entry.analysis : undefined;
  } catch {
    return undefined;
  }
}

function writeEntry({ file, key, stamp }: EntryPlace, analysis: Analysis): void {
  const entry: Entry = { version, stamp, key, digest: digestOf(analysis), analysis };
  writeQuietly(file, JSON.stringify(entry));
}
