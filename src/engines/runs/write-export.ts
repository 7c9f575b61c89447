import { lstat, readFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { type NamedBytes, tarGz } from "./tar.ts";

/** Where an export goes. */
export interface ExportTarget {
  /** Absolute; a name that ends in `.tar.gz` or `.tgz` is an archive, else it is a folder. */
  readonly path: string;
  /** Whether files that are there and differ are replaced. */
  readonly isForced: boolean;
}

/**
 * Writes files into a folder or an archive and gives the paths that it wrote. Nothing is ever
 * deleted. All of it is checked before anything is written, and each file is written whole.
 */
export async function writeExport(
  files: readonly NamedBytes[],
  { path: target, isForced }: ExportTarget,
): Promise<readonly string[]> {
  const wanted = isArchive(target)
    ? [{ file: target, bytes: tarGz(files) }]
    : files.map(({ name, bytes }) => ({ file: path.join(target, name), bytes }));
  const writes = [];
  for (const { file, bytes } of wanted) {
    const found = await stateOf(file, bytes, target);
    if (found === "other" && !isForced) throw alreadyThere(file);
    if (found !== "same") writes.push({ file, bytes });
  }
  for (const { file, bytes } of writes) await written(file, bytes);
  return wanted.map(({ file }) => file);
}

// --- inside ---

function isArchive(target: string): boolean {
  if (/\.(?:tar\.gz|tgz)$/.test(target)) return true;
  if (!/\.(?:zip|tar|gz|7z)$/i.test(target)) return false;
  const name = path.basename(target).replace(/\.[^.]*$/, "");
  throw new GauntletError({
    code: "R012",
    what: "an archive is written as `.tar.gz`",
    where: target,
    help: `write \`--out ${name}.tar.gz\`, or name a folder`,
  });
}

/** What lies at a place: nothing, the very same file, or something else. */
async function stateOf(
  file: string,
  bytes: Uint8Array,
  target: string,
): Promise<"nothing" | "same" | "other"> {
  await refuseLinks(path.dirname(file), target);
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined) return "nothing";
  if (found.isDirectory()) throw inTheWay(file, "a folder");
  if (!found.isFile()) return "other";
  return Buffer.compare(await readFile(file), bytes) === 0 ? "same" : "other";
}

/** A link below the target would lead what is written to somewhere else. */
async function refuseLinks(folder: string, target: string): Promise<void> {
  for (let at = folder; at.startsWith(`${target}${path.sep}`); at = path.dirname(at)) {
    const found = await lstat(at).catch(() => undefined);
    if (found === undefined || found.isDirectory()) continue;
    throw inTheWay(at, found.isSymbolicLink() ? "a link, and links are not followed" : "a file");
  }
}

async function written(file: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeWhole(file, bytes);
  } catch (thrown) {
    throw new GauntletError({
      code: "R014",
      what: "a file of the export cannot be written",
      where: file,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "check the path, its permissions and the free space",
    });
  }
}

function alreadyThere(file: string): GauntletError {
  return new GauntletError({
    code: "R011",
    what: "another file of that name is there already",
    where: file,
    note: "nothing was written",
    help: "choose another place for `--out`, or add `--force` to replace it",
  });
}

function inTheWay(where: string, what: string): GauntletError {
  return new GauntletError({
    code: "R013",
    what: `the destination is blocked: ${what}`,
    where,
    note: "nothing was written",
    help: "choose another place for `--out`, or move it away",
  });
}
