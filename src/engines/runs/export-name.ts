import path from "node:path";
import { sha256 } from "../../kernel/values/sha256.ts";
import { nameBytesMax } from "./tar.ts";

/**
 * The names under which files of a run leave the project. They are plain ASCII, lead nowhere but
 * down, and differ on every file system: no dots at the start, no name that Windows keeps for
 * itself, none that is another one in capitals.
 */
export function exportNames(
  paths: readonly string[],
  runFolder: string,
): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  for (const file of paths) {
    const plain = shortened(placeOf(file, runFolder).split("/").map(plainPart).join("/"), file);
    // A digest of the path, not a number: the name must not depend on what else is exported.
    const name = taken.has(plain.toLowerCase()) ? withDigest(plain, file) : plain;
    taken.add(name.toLowerCase());
    names.set(file, name);
  }
  return names;
}

// --- inside ---

/** What belongs to the run lies at the top, findings in folders of their own, the rest apart. */
function placeOf(file: string, runFolder: string): string {
  if (path.posix.dirname(file) === runFolder) return path.posix.basename(file);
  const store = ".gauntlet/";
  if (file.startsWith(store)) return file.slice(store.length);
  return `files/${file}`;
}

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function plainPart(part: string): string {
  const plain = part
    .replaceAll(/[^\w.#@+=,-]/g, "_")
    .replaceAll(/^\.+/g, "_")
    .replaceAll(/\.+$/g, "_");
  return reserved.test(plain) || plain === "" ? `_${plain}` : plain;
}

function shortened(name: string, file: string): string {
  return name.length <= nameBytesMax ? name : withDigest(name, file);
}

/** The beginning of a digest of the path stands before the name of the file. */
function withDigest(name: string, file: string): string {
  const base = path.posix.basename(name).slice(-40);
  return `files/${sha256(file).slice(0, 16)}-${base}`;
}
