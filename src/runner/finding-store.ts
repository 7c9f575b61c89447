import { mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { randomBytes } from "node:crypto";
import type { Finding } from "../kernel/finding.ts";
import type { Trace } from "../kernel/trace.ts";
import { writeTrace } from "./trace-file.ts";

/** Where a project keeps what is found; all of it may be deleted. */
export const storeFolder = ".gauntlet";

/** What is stored of one finding. */
export interface StoredFinding {
  readonly finding: Finding;
  readonly trace: Trace;
  /** The run as it first failed, before it was made small, where it is wanted. */
  readonly original?: { readonly trace: Trace; readonly folder: string } | undefined;
}

/**
 * Writes a finding under `.gauntlet/findings/<id>/` and gives the files' paths, relative to the
 * project root. The same finding found again replaces itself: its id is its identity.
 */
export async function storeFinding(
  projectRoot: string,
  stored: StoredFinding,
): Promise<readonly string[]> {
  const folder = path.join(projectRoot, storeFolder, "findings", stored.finding.id);
  await mkdir(folder, { recursive: true });
  const written = [
    await writeTrace({
      path: path.join(folder, "trace.jsonl.gz"),
      trace: stored.trace,
      collision: "overwrite",
    }),
  ];
  const story = path.join(folder, "finding.json");
  await writeWhole(story, `${JSON.stringify(stored.finding, undefined, 2)}\n`);
  written.push(story);
  if (stored.original !== undefined) {
    const { trace, folder: tracesFolder } = stored.original;
    await mkdir(tracesFolder, { recursive: true });
    const name = `${stored.finding.id}.original.jsonl.gz`;
    const target = path.join(tracesFolder, name);
    written.push(await writeTrace({ path: target, trace, collision: "overwrite" }));
  }
  return written.map((file) => path.relative(projectRoot, file));
}

/** Writes a file as a whole: a reader sees the old content or the new one, never a part. */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  }
}
