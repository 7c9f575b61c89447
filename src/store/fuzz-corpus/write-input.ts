import { createHash } from "node:crypto";
import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import { type InputKind, inputName } from "../../kernel/fuzz/input-name.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { refuseLinksBelow } from "../../config/files/store-links.ts";
import { writeWhole } from "../write-whole.ts";
import { carefulRead } from "./careful-read.ts";

/** Where an input is kept. */
export interface WrittenInput {
  readonly file: string;
  readonly sha1: string;
  /** Whether the folder did not have it yet. */
  readonly isNew: boolean;
}

/** What inputs are named for: other fuzzers use SHA-1, and must find the same names. */
export function sha1Of(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}

/**
 * Keeps an input in a folder under its SHA-1, as a whole file or not at all. What is already there
 * stays; a part that a killed fuzzer left under that name is replaced; a link is refused.
 */
export async function writeInput(
  folder: string,
  bytes: Uint8Array,
  kind: InputKind = "input",
): Promise<WrittenInput> {
  const sha1 = sha1Of(bytes);
  const file = path.join(folder, inputName(kind, sha1));
  const there = await kindAt(file);
  if (there === "other") throw inTheWay(file);
  if (there === "file") {
    const known = await carefulRead(file, bytes.length);
    if (!("reason" in known) && sha1Of(known) === sha1) return { file, sha1, isNew: false };
  }
  refuseLinksBelow(path.dirname(path.resolve(folder)), path.resolve(file));
  await writeWhole(file, bytes);
  return { file, sha1, isNew: true };
}

/** Removes an input of a folder by its name there; a link or a folder is left as it is. */
export async function removeInput(folder: string, name: string): Promise<boolean> {
  const file = path.join(folder, name);
  const isBelow = !path.relative(folder, file).split(path.sep).includes("..");
  if (!isBelow || (await kindAt(file)) !== "file") return false;
  refuseLinksBelow(folder, file);
  await rm(file, { force: true });
  return true;
}

// --- inside ---

async function kindAt(file: string): Promise<"file" | "other" | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats === undefined) return undefined;
  return stats.isFile() ? "file" : "other";
}

function inTheWay(file: string): GauntletError {
  return new GauntletError({
    code: "Z002",
    what: "there is something else in the place of an input",
    where: file,
    note: "a link or a folder; links are not followed",
    help: "move it away; nothing was written",
  });
}
