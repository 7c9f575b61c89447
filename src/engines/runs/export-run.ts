import { readFile } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import { nameIn, type StoredRun } from "../../store/runs/index.ts";
import { readTrace } from "../../store/trace-file.ts";
import type { Environment } from "./environment.ts";
import { exportNames } from "./export-name.ts";
import { type RunFile, runFiles } from "./run-files.ts";
import type { NamedBytes } from "./tar.ts";

/** A run of a project. */
export interface RunOf {
  readonly run: StoredRun;
  readonly projectRoot: string;
}

/** The files of a run, as they are; those that are gone are left out. */
export async function exportedFiles({ run, projectRoot }: RunOf): Promise<readonly NamedBytes[]> {
  const files = await runFiles(run, projectRoot);
  const present = files.filter(isCarried).map((file) => file.path);
  return bytesOf(present, { run, projectRoot });
}

/** The files of a run with what it was made by: the command line, versions and machine. */
export async function packedFiles(
  of: RunOf,
  environment: Environment,
): Promise<readonly NamedBytes[]> {
  const { command, argv = null } = of.run.manifest;
  return [
    ...(await exportedFiles(of)),
    jsonFile("command.json", { command, argv }),
    jsonFile("env.json", environment),
  ];
}

/** One trace with all that is needed to judge it elsewhere, and a list of it with digests. */
export async function bundledFiles(
  of: RunOf,
  trace: string,
  environment: Environment,
): Promise<readonly NamedBytes[]> {
  const { run, projectRoot } = of;
  const name = await nameIn(projectRoot, trace);
  const own = (await runFiles(run, projectRoot)).filter(
    (file) => file.kind === "report" && isCarried(file),
  );
  const kept = await bytesOf([...own.map((file) => file.path), name], of);
  const files = [
    ...kept,
    jsonFile("trace-verify.json", await verified(trace)),
    jsonFile("env.json", environment),
  ];
  const listed = files.map((file) => ({
    name: file.name,
    bytes: file.bytes.length,
    sha256: sha256(file.bytes),
  }));
  const bundle = {
    schema: 1,
    run: run.manifest.runId,
    trace: kept.at(-1)?.name,
    files: listed,
  };
  return [...files, jsonFile("bundle.json", bundle)];
}

// --- inside ---

function isCarried({ state }: RunFile): boolean {
  return state === "kept" || state === "changed";
}

/** An export is held in memory once; what is larger is no report. */
const bytesMax = 256 * 1024 * 1024;

async function bytesOf(
  paths: readonly string[],
  { run, projectRoot }: RunOf,
): Promise<readonly NamedBytes[]> {
  const folder = await nameIn(projectRoot, run.folder);
  const names = exportNames(paths, folder);
  const files: NamedBytes[] = [];
  let total = 0;
  for (const [file, name] of names) {
    const bytes = await readFile(path.resolve(projectRoot, file));
    total += bytes.length;
    if (total > bytesMax) throw tooLarge(run, total);
    files.push({ name, bytes });
  }
  return files;
}

/** What `trace verify` would say; a trace that is not whole is still bundled, and said to be so. */
async function verified(file: string): Promise<object> {
  try {
    const { header, decisions, events, verdict } = await readTrace(file);
    return {
      verdict: "held",
      subject: header.subject.name,
      decisions: decisions.length,
      events: events.length,
      recorded: verdict.kind,
    };
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    const { code, what } = thrown;
    return { verdict: "broken", error: { code, what } };
  }
}

function jsonFile(name: string, content: object): NamedBytes {
  return { name, bytes: Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`) };
}

function tooLarge(run: StoredRun, bytes: number): GauntletError {
  return new GauntletError({
    code: "R015",
    what: `the files of the run have ${bytes} bytes or more, at most ${bytesMax} are exported`,
    where: run.manifest.runId,
    help: "`artifacts ls` shows which is large; copy that one by hand",
  });
}
