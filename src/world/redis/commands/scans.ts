import type { Call, Commands } from "../call.ts";
import { fitsGlob } from "../glob.ts";
import { scoreText, wholeNumber } from "../numbers.ts";
import { RedisError, refused, type Reply } from "../reply.ts";

/** Going through a large thing in pieces. */
export const scanCommands: Commands = {
  scan: [-2, "r", scanKeys],
  hscan: [-3, "rk", (call) => scanValue(call, hashParts(call))],
  sscan: [-3, "rk", (call) => scanValue(call, setParts(call))],
  zscan: [-3, "rk", (call) => scanValue(call, scoredParts(call))],
};

// --- inside ---

/** One thing of a scan: what the pattern is held against, and what is answered. */
interface Part {
  readonly name: string;
  readonly items: readonly string[];
}

interface ScanOptions {
  readonly cursor: number;
  readonly count: number;
  readonly pattern: string | undefined;
  readonly type: string | undefined;
}

function scanKeys(call: Call): Reply {
  const options = scanOptions(call, 0);
  const isOfType = (key: string): boolean =>
    options.type === undefined || call.db.value(key)?.kind === options.type;
  const parts = call.db.keys().map((key) => ({ name: key, items: [key] }));
  return page(parts, options, ({ name }) => isOfType(name));
}

/**
 * A value is answered as a whole, as Redis does while it is small; a cursor that no answer of ours
 * ever gave is at its end.
 */
function scanValue(call: Call, parts: readonly Part[]): Reply {
  const options = scanOptions(call, 1);
  return page(parts, { ...options, count: Number.MAX_SAFE_INTEGER }, () => true);
}

/**
 * The cursor is a position. What is removed meanwhile moves what follows, so a scan may miss keys
 * that were there all the time, which Redis promises not to.
 */
function page(
  parts: readonly Part[],
  { cursor, count, pattern }: ScanOptions,
  isWanted: (part: Part) => boolean,
): Reply {
  const end = Math.min(parts.length, cursor + count);
  const found = parts
    .slice(cursor, end)
    .filter((part) => (pattern === undefined || fitsGlob(pattern, part.name)) && isWanted(part));
  return [end >= parts.length ? "0" : String(end), found.flatMap(({ items }) => items)];
}

function scanOptions(call: Call, at: number): ScanOptions {
  const bad = (): RedisError => new RedisError("ERR invalid cursor");
  if (!/^\d+$/.test(call.at(at))) throw bad();
  let count = 10;
  let pattern: string | undefined;
  let type: string | undefined;
  for (let index = at + 1; index < call.args.length; index += 2) {
    const value = call.at(index + 1);
    const word = call.word(index);
    if (word === "COUNT") count = wholeNumber(value);
    else if (word === "MATCH") pattern = value;
    else if (word === "TYPE" && at === 0) type = value.toLowerCase();
    else throw refused.syntax();
    if (count < 1) throw refused.syntax();
  }
  return { cursor: Number(call.at(at)), count, pattern, type };
}

function hashParts(call: Call): Part[] {
  const fields = call.db.read(call.at(0), "hash")?.fields ?? new Map<string, string>();
  return [...fields].map(([name, value]) => ({ name, items: [name, value] }));
}

function setParts(call: Call): Part[] {
  const members = call.db.read(call.at(0), "set")?.members ?? new Set<string>();
  return [...members].map((name) => ({ name, items: [name] }));
}

function scoredParts(call: Call): Part[] {
  const scored = call.db.read(call.at(0), "zset")?.scored.all() ?? [];
  return scored.map(({ member, score }) => ({ name: member, items: [member, scoreText(score)] }));
}
