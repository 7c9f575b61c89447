import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import path from "node:path";
import { version as nodeVersion } from "node:process";
import { temporaryName } from "../../world/temporary-file.ts";
import type { Analysis } from "./analysis.ts";

/** Bump when an analysis of the same content would come out differently. */
const analysisVersion = "1";

/** Gives the analysis for a key, making it when it is not known. */
export type AnalysisCache = (key: string, make: () => Analysis) => Analysis;

/** Remembers analyses by key, in memory and, when a directory is given, on disk. */
export function createAnalysisCache(directory: string | undefined): AnalysisCache {
  const memory = new Map<string, Analysis>();
  return (key, make) => {
    const known = memory.get(key);
    if (known !== undefined) return known;
    const file =
      directory === undefined ? undefined : path.join(directory, `${key.slice(0, 40)}.json`);
    const stored = file === undefined ? undefined : readEntry(file, key);
    const analysis = stored ?? make();
    memory.set(key, analysis);
    if (file !== undefined && stored === undefined) writeEntry(file, key, analysis);
    return analysis;
  };
}

// --- inside ---

interface Entry {
  readonly version: string;
  readonly key: string;
  readonly digest: string;
  readonly analysis: Analysis;
}

function digestOf(analysis: Analysis): string {
  return createHash("sha256").update(JSON.stringify(analysis)).digest("hex");
}

const version = `${analysisVersion} ${nodeVersion}`;

/** Anything but a whole, matching entry counts as no entry. */
function readEntry(file: string, key: string): Analysis | undefined {
  try {
    const entry = JSON.parse(readFileSync(file, "utf8")) as Entry;
    const isWhole =
      entry.version === version && entry.key === key && entry.digest === digestOf(entry.analysis);
    return isWhole ? entry.analysis : undefined;
  } catch {
    return undefined;
  }
}

function writeEntry(file: string, key: string, analysis: Analysis): void {
  const temporary = temporaryName(file);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    const entry: Entry = { version, key, digest: digestOf(analysis), analysis };
    writeFileSync(temporary, JSON.stringify(entry));
    renameSync(temporary, file);
  } catch {
    // A cache that cannot be written costs time, never a result.
    removeQuietly(temporary);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where the file could not be written, it may not be removable either.
  }
}
