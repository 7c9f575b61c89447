import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { storeFolder } from "../finding-store.ts";
import { isInside, realPathOf } from "../../config/files/project-paths.ts";
import {
  manifestName,
  nameIn,
  readRun,
  reportName,
  runIds,
  runsFolder,
  type StoredRun,
} from "./run-store.ts";
import { aliases, type LookupContext, unknownName } from "./unknown-name.ts";

/** What a user means by a word; a run may have several traces, then it is the first. */
export interface Selection {
  /** The run that is meant, or that left the trace. */
  readonly run?: StoredRun | undefined;
  /** The trace, absolute, with links resolved. */
  readonly trace?: string | undefined;
  /** The id of the finding. */
  readonly finding?: string | undefined;
}

/** The run that a word means: an alias, an id or its beginning, a folder, a trace, a finding. */
export async function selectRun(name: string, place: LookupContext): Promise<StoredRun> {
  const found = await locate(name, place);
  if (found === undefined) throw await unknownName(name, place, "run");
  const run = found.run ?? (await runThatLeft(found, place.projectRoot));
  if (run !== undefined) return run;
  throw new GauntletError({
    code: "R004",
    what: `no kept run left \`${name}\``,
    where: name,
    note: "the file is there, but no run under .gauntlet/runs names it; old runs are removed",
    help: `\`${gauntletCommand("replay", { words: [name] })}\` makes a run of it`,
  });
}

/**
 * The trace that a word means: a file, or the first one of a run or of a finding; with a name to
 * show, which is the word itself, unless it is about a run: `latest` is another one tomorrow.
 */
export async function selectTrace(word: string, place: LookupContext): Promise<SelectedTrace> {
  const { run, trace: file } = await locateTrace(word, place);
  const name = run === undefined ? word : path.relative(await realpath(place.cwd), file);
  return { file, name, isOwn: isOwnTrace(file, word, place) };
}

/** A trace, and how it is called. */
export interface SelectedTrace {
  readonly file: string;
  readonly name: string;
  /** Whether it lies in the project, or the user named its path elsewhere. */
  readonly isOwn: boolean;
}

/** Whether a trace may be read into an artifact: links and manifests may name any file. */
export function isOwnTrace(
  file: string,
  word: string,
  { cwd, projectRoot }: LookupContext,
): boolean {
  if (isInside(realPathOf(file), realPathOf(projectRoot))) return true;
  const named = path.resolve(cwd, word);
  const isFile = statSync(named, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && !isInside(named, path.resolve(projectRoot));
}

/** Both: the trace, and the run that it belongs to where one is kept. */
export async function select(
  name: string,
  place: LookupContext,
): Promise<Selection & { readonly trace: string }> {
  const found = await locateTrace(name, place);
  return { ...found, run: found.run ?? (await runThatLeft(found, place.projectRoot)) };
}

/** The traces of a run that are still there, absolute; the one it was given comes last. */
export function tracesOf({ manifest }: StoredRun, projectRoot: string): readonly string[] {
  const names = [...manifest.traces, ...(manifest.source === undefined ? [] : [manifest.source])];
  return names.map((name) => path.resolve(projectRoot, name)).filter((file) => existsSync(file));
}

// --- inside ---

/** A shorter beginning of an id would be a date, or less. */
const prefixLengthMin = 4;
const listMax = 5;

async function locateTrace(
  name: string,
  place: LookupContext,
): Promise<Selection & { readonly trace: string }> {
  const found = await locate(name, place);
  if (found === undefined) throw await unknownName(name, place, "trace");
  const { run } = found;
  const trace = found.trace ?? (run && tracesOf(run, place.projectRoot)[0]);
  if (trace !== undefined) return { ...found, trace: await realpath(trace) };
  throw new GauntletError({
    code: "R003",
    what: `the run \`${run?.manifest.runId ?? name}\` has no trace`,
    where: name,
    note:
      run === undefined || run.manifest.traces.length === 0
        ? "it found nothing, so it left none"
        : `it left ${run.manifest.traces.join(", ")}, which is gone`,
    help: "name a run that found something: `last-fail`, or the file of a trace",
  });
}

/** An alias comes first (`./latest` is a file); then what is a path, then what is an id. */
async function locate(name: string, place: LookupContext): Promise<Selection | undefined> {
  const alias = aliases.find((known) => known === name);
  if (alias !== undefined) return { run: await newest(alias, place) };
  return (
    (await fromPath(name, place)) ??
    (await fromId(name, place.projectRoot)) ??
    (await otherFolder(name, place))
  );
}

/** A folder that is nothing of ours is still what was named; reading it says what is wrong. */
async function otherFolder(name: string, place: LookupContext): Promise<Selection | undefined> {
  const found = pathsOf(name, place).find((candidate) => existsSync(candidate));
  return found === undefined ? undefined : { trace: await realpath(found) };
}

async function newest(alias: (typeof aliases)[number], place: LookupContext): Promise<StoredRun> {
  const verdict = { latest: undefined, "last-pass": "held", "last-fail": "broken" }[alias];
  for await (const run of runsOf(place.projectRoot)) {
    if (verdict === undefined || run.manifest.verdict === verdict) return run;
  }
  throw new GauntletError({
    code: "R001",
    what: `there is no run \`${alias}\``,
    where: alias,
    note: `no ${verdict === undefined ? "" : `${verdict} `}run is kept under .gauntlet/runs`,
    help: "every `test`, `explore`, `scan` or `replay` leaves one",
  });
}

/** Relative, `./`, `../`, absolute and linked paths lead to the same file, and so to the same. */
async function fromPath(name: string, place: LookupContext): Promise<Selection | undefined> {
  for (const candidate of pathsOf(name, place)) {
    if (!existsSync(candidate)) continue;
    const real = await realpath(candidate);
    if (statSync(real).isDirectory()) {
      const found = await fromFolder(real);
      if (found !== undefined) return found;
      continue;
    }
    const run = isRunFile(real) ? await readRun(path.dirname(real)) : undefined;
    return run === undefined ? { trace: real } : { run };
  }
  return undefined;
}

function pathsOf(name: string, { cwd, projectRoot }: LookupContext): readonly string[] {
  return name === "" ? [] : [path.resolve(cwd, name), path.resolve(projectRoot, name)];
}

function isRunFile(file: string): boolean {
  return [manifestName, reportName].includes(path.basename(file));
}

/** The folder of a run, or of a finding, which stands for its trace. */
async function fromFolder(folder: string): Promise<Selection | undefined> {
  const trace = path.join(folder, "trace.jsonl.gz");
  if (existsSync(trace)) return { trace, finding: path.basename(folder) };
  const run = await readRun(folder);
  return run === undefined ? undefined : { run };
}

async function fromId(name: string, projectRoot: string): Promise<Selection | undefined> {
  // An id has no separators; without this, `findings/../../x` would be looked for as one.
  if (name === "" || name !== path.basename(name) || name.startsWith(".")) return undefined;
  const run = await readRun(path.join(runsFolder(projectRoot), name));
  if (run !== undefined) return { run };
  const folder = path.join(projectRoot, storeFolder, "findings", name);
  if (existsSync(folder)) return fromFolder(await realpath(folder));
  for await (const known of runsOf(projectRoot)) {
    if (known.manifest.findings.includes(name)) return { run: known, finding: name };
  }
  return fromPrefix(name, projectRoot);
}

async function fromPrefix(name: string, projectRoot: string): Promise<Selection | undefined> {
  if (name.length < prefixLengthMin) return undefined;
  const fitting = (await runIds(projectRoot)).filter((id) => id.startsWith(name));
  const [id] = fitting;
  if (id === undefined) return undefined;
  if (fitting.length === 1) {
    return { run: await readRun(path.join(runsFolder(projectRoot), id)) };
  }
  const more = fitting.length - listMax;
  throw new GauntletError({
    code: "R002",
    what: `\`${name}\` is the beginning of ${fitting.length} runs`,
    where: name,
    note: `${fitting.slice(0, listMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`,
    help: "write more of the id",
  });
}

/** The newest run that left a trace, or else one that was given it. */
async function runThatLeft(
  { trace }: Selection,
  projectRoot: string,
): Promise<StoredRun | undefined> {
  if (trace === undefined) return undefined;
  const name = await nameIn(projectRoot, trace);
  let given: StoredRun | undefined;
  for await (const run of runsOf(projectRoot)) {
    if (run.manifest.traces.includes(name)) return run;
    if (run.manifest.source === name) given ??= run;
  }
  return given;
}

/** The runs of a project that ended and can be read, newest first. */
async function* runsOf(projectRoot: string): AsyncGenerator<StoredRun, void, undefined> {
  for (const id of await runIds(projectRoot)) {
    const folder = path.join(runsFolder(projectRoot), id);
    // A damaged run is told where it is named; it must not hide the others.
    const run = await readRun(folder).catch(() => undefined);
    if (run !== undefined) yield run;
  }
}
