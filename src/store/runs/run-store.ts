import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { refuseStoreLinks } from "../../config/files/store-links.ts";
import { storeFolder, writeReportFile } from "../finding-store.ts";
import { makeFolder, unwritten } from "../unwritten.ts";
import { manifestText, parseManifest, type RunManifest } from "./run-manifest.ts";

/** So many finished runs of a project are kept; older ones are removed when another one ends. */
export const runsKeptMax = 200;

/** A run that was kept, and its folder. */
export interface StoredRun {
  readonly folder: string;
  readonly manifest: RunManifest;
}

/** A place for a run that has not been kept yet. */
export interface OpenRun {
  readonly id: string;
  readonly folder: string;
}

/** What a run says of itself when it ends; traces are absolute. */
export interface RunFacts extends Omit<RunManifest, "schema" | "runId" | "digests"> {
  /** The JSON document, as it was printed. */
  readonly document: string;
  /** The same for people, whole and without colours. */
  readonly text: string;
}

/** The folder of all runs of a project. */
export function runsFolder(projectRoot: string): string {
  return path.join(projectRoot, storeFolder, "runs");
}

/**
 * Makes a folder for a run; making it is what makes its id unique. Ids sort as runs end, so the
 * time in one is that of the newest before it and a millisecond, where the clock is behind that.
 */
export async function openRun(projectRoot: string, now: Date = new Date()): Promise<OpenRun> {
  const runs = runsFolder(projectRoot);
  await makeFolder(runs).catch((thrown: unknown) => {
    throw unwritten(thrown, runs);
  });
  const [newest = ""] = await runIds(projectRoot);
  const time = timeAfter(newest, now);
  for (let attempt = 1; ; attempt++) {
    const id = `${timeText(time)}-${randomBytes(suffixBytes).toString("hex")}`;
    const folder = path.join(runs, id);
    try {
      await mkdir(folder);
      return { id, folder };
    } catch (thrown) {
      if (codeOf(thrown) !== "EEXIST" || attempt === attemptsMax) throw thrown;
    }
  }
}

/**
 * Keeps a run in the folder that was made for it, and removes what is older than the newest ones.
 * The manifest comes last: a folder without one is a run that did not end.
 */
export async function keepRun(
  projectRoot: string,
  { id, folder }: OpenRun,
  facts: RunFacts,
): Promise<StoredRun> {
  const { document, text, traces, source, ...said } = facts;
  const manifest: RunManifest = {
    schema: 1,
    runId: id,
    ...said,
    traces: await Promise.all(traces.map((trace) => nameIn(projectRoot, trace))),
    ...(source === undefined ? {} : { source: await nameIn(projectRoot, source) }),
    digests: await digestsOf(projectRoot, [...traces, ...(source === undefined ? [] : [source])]),
  };
  try {
    await writeReportFile(path.join(folder, reportName), document);
    await writeReportFile(path.join(folder, textName), text);
    await writeReportFile(path.join(folder, manifestName), manifestText(manifest));
  } catch (thrown) {
    // What cannot be kept whole is not kept: a part of it would only take up the space.
    await rm(folder, { recursive: true, force: true }).catch(() => {});
    throw thrown;
  }
  await prune(projectRoot, id);
  return { folder, manifest };
}

/** The ids of a project's runs, newest first; a run that did not end may be among them. */
export async function runIds(projectRoot: string): Promise<readonly string[]> {
  const names = await readdir(runsFolder(projectRoot)).catch(() => []);
  return names.filter((name) => idShape.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

/** Reads a run; nothing where it has not ended. It is read anew each time: nothing is cached. */
export async function readRun(folder: string): Promise<StoredRun | undefined> {
  const file = path.join(folder, manifestName);
  try {
    return { folder, manifest: parseManifest(await readFile(file, "utf8")) };
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return undefined;
    throw damaged(file, thrown);
  }
}

/** The names of the files that every run has. */
export const reportName = "report.json";
export const textName = "report.txt";
export const manifestName = "manifest.json";

/** A path as manifests have it: relative to the real project root, links resolved. */
export async function nameIn(projectRoot: string, file: string): Promise<string> {
  const root = await realpath(projectRoot);
  const real = await realpath(file).catch(() => path.resolve(file));
  return path.relative(root, real).split(path.sep).join("/");
}

/** SHA-256 of a file; nothing where it cannot be read. */
export async function digestOf(file: string): Promise<string | undefined> {
  try {
    return createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  } catch {
    return undefined;
  }
}

// --- inside ---

const suffixBytes = 3;
const attemptsMax = 100;
const idShape = /^\d{8}-\d{9}-[0-9a-f]{6}$/;
const idParts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(\d{3})-/;

/** `20261116-083005123`: text that sorts as the times do. */
function timeText(now: Date): string {
  const digits = now.toISOString().replaceAll(/\D/g, "");
  return `${digits.slice(0, 8)}-${digits.slice(8, 17)}`;
}

/** Now, or the moment after a run that has a later time: a clock stands still and is set back. */
function timeAfter(id: string, now: Date): Date {
  const [, year = "", month, day, hour, minute, second, ms] = idParts.exec(id) ?? [];
  const beforeMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  // What is no date was made by hand, and the end of the year 9999 has nothing after it.
  if (Number.isNaN(beforeMs) || beforeMs < now.getTime() || year === "9999") return now;
  return new Date(beforeMs + 1);
}

async function digestsOf(
  projectRoot: string,
  files: readonly string[],
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const file of files) {
    const digest = await digestOf(file);
    if (digest !== undefined) digests[await nameIn(projectRoot, file)] = digest;
  }
  return digests;
}

/** Another process may remove the same runs at the same time, and that is all right. */
async function prune(projectRoot: string, own: string): Promise<void> {
  const old = (await runIds(projectRoot)).slice(runsKeptMax).filter((id) => id !== own);
  refuseStoreLinks(runsFolder(projectRoot));
  for (const id of old) {
    const folder = path.join(runsFolder(projectRoot), id);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

function damaged(file: string, thrown: unknown): GauntletError {
  return new GauntletError({
    code: "R005",
    what: "the manifest of the run is damaged",
    where: file,
    note: thrown instanceof Error ? thrown.message : String(thrown),
    help: "remove the folder of that run, or name another run",
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
