import { createHash } from "node:crypto";
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { nameIn, type StoredRun } from "../../store/runs/index.ts";
import { isInside, realPathOf } from "../../config/files/project-paths.ts";

/** A file that belongs to a run. */
export interface RunFile {
  /** Relative to the project root, with forward slashes. */
  readonly path: string;
  readonly kind: "report" | "trace" | "finding";
  readonly bytes: number;
  readonly sha256: string;
  /**
   * Whether it is what it was when the run ended, or is gone. What lies outside of the project, by
   * its name or by a link, is not read: a manifest is data and may name any file of the machine.
   */
  readonly state: "kept" | "changed" | "gone" | "outside";
}

/** The files of a run: its report, the traces that it left or was given, and their findings. */
export async function runFiles(run: StoredRun, projectRoot: string): Promise<readonly RunFile[]> {
  const { manifest, folder } = run;
  const own = await Promise.all(
    (await plainFiles(folder)).map((file) => nameIn(projectRoot, file)),
  );
  const traces = [...manifest.traces, ...(manifest.source === undefined ? [] : [manifest.source])];
  const besides: string[] = [];
  for (const trace of traces.filter((name) => name.includes("/findings/"))) {
    const beside = path.resolve(projectRoot, path.dirname(trace));
    if (!isInside(realPathOf(beside), realPathOf(projectRoot))) continue;
    for (const file of await plainFiles(beside)) {
      besides.push(await nameIn(projectRoot, file));
    }
  }
  const files: RunFile[] = [];
  for (const name of new Set([...own, ...traces, ...besides])) {
    const kind = own.includes(name) ? "report" : traces.includes(name) ? "trace" : "finding";
    files.push(await fileOf(name, { kind, projectRoot, digest: manifest.digests[name] }));
  }
  return files;
}

// --- inside ---

/** Files of a folder that are no links and not being written, in order of name. */
async function plainFiles(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = found.filter((entry) => entry.isFile()).map(({ name }) => name);
  const whole = names.filter((name) => !name.endsWith(".tmp") && !name.endsWith(".lock"));
  return whole.toSorted().map((name) => path.join(folder, name));
}

async function fileOf(
  name: string,
  given: {
    readonly kind: RunFile["kind"];
    readonly projectRoot: string;
    readonly digest: string | undefined;
  },
): Promise<RunFile> {
  const { kind, projectRoot, digest } = given;
  const file = path.resolve(projectRoot, name);
  const found = await lstat(file).catch(() => undefined);
  const nothing = { path: name, kind, bytes: 0, sha256: "" } as const;
  if (!isInside(realPathOf(file), realPathOf(projectRoot))) return { ...nothing, state: "outside" };
  if (found?.isFile() !== true) return { ...nothing, state: "gone" };
  const content = await readFile(file);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const isChanged = kind === "trace" && digest !== undefined && digest !== sha256;
  const state = isChanged ? "changed" : "kept";
  return { path: name, kind, bytes: content.length, sha256, state };
}
