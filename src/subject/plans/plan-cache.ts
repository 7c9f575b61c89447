import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openedStamp } from "../../config/files/store-links.ts";
import { writeQuietly } from "../../world/write-quietly.ts";
import { type CachedPlans, cachedPlans } from "./cached-plans.ts";

/** Keeps what was found in files from one scan to the next. */
export interface PlanCache {
  /** What was kept of a file that is known by its path in the project. */
  read(key: string, file: string): CachedPlans | undefined;
  write(key: string, plans: CachedPlans): void;
}

/** Gives the digest of a file's content; of one that is not there, `missing`. */
export type Digests = (file: string) => string;

/** Reads each file once. */
export function createDigests(): Digests {
  const known = new Map<string, string>();
  return (file) => {
    const digest = known.get(file) ?? digestOfFile(file);
    known.set(file, digest);
    return digest;
  };
}

/** Keeps plans in a folder; without one, nothing is kept. */
export function createPlanCache(folder: string | undefined): PlanCache {
  if (folder === undefined) return { read: () => undefined, write: () => undefined };
  const stamp = openedStamp(folder);
  if (stamp === undefined) return createPlanCache(undefined);
  const fileOf = (key: string): string => path.join(folder, `${digestOf(key).slice(0, 40)}.json`);
  return {
    read: (key, file) => cachedPlans(readEntry(fileOf(key), { key, stamp }), file),
    write: (key, plans) => {
      const digest = digestOfPlans(plans);
      const entry: Entry = { version: version(), stamp, key, digest, plans };
      writeQuietly(fileOf(key), JSON.stringify(entry));
    },
  };
}

// --- inside ---

interface Entry {
  readonly version: string;
  /** Of the folder: what came with a checkout names functions to call, and is not read. */
  readonly stamp: string;
  readonly key: string;
  readonly digest: string;
  readonly plans: unknown;
}

/** The digest of a content. */
export function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** The digest of a file; one that is not there has none. */
export function digestOfFile(file: string): string {
  try {
    return digestOf(readFileSync(file));
  } catch {
    return "missing";
  }
}

function digestOfPlans(plans: unknown): string {
  return digestOf(JSON.stringify(plans));
}

/** The build puts a digest of all code in the place of this name. */
declare const GAUNTLET_BUILD: string | undefined;

let knownVersion = typeof GAUNTLET_BUILD === "string" ? GAUNTLET_BUILD : undefined;

/** The code that makes plans is a dependency of every plan. */
function version(): string {
  return (knownVersion ??= digestOfSources(fileURLToPath(new URL(".", import.meta.url))));
}

function digestOfSources(own: string): string {
  return digestOf(
    readdirSync(own)
      .filter((name) => /(?<!\.d|\.test)\.[jt]s$/.test(name))
      .toSorted()
      .map((name) => `${name} ${digestOfFile(path.join(own, name))}`)
      .join("\n"),
  );
}

/** Anything but a whole, matching entry counts as no entry. */
function readEntry(file: string, { key, stamp }: Pick<Entry, "key" | "stamp">): unknown {
  try {
    const entry = JSON.parse(readFileSync(file, "utf8")) as Entry;
    const isWhole =
      entry.version === version() &&
      entry.stamp === stamp &&
      entry.key === key &&
      entry.digest === digestOfPlans(entry.plans);
    return isWhole ? entry.plans : undefined;
  } catch {
    return undefined;
  }
}
