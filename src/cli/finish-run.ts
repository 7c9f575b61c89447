import { existsSync } from "node:fs";
import path from "node:path";
import type { Result } from "../kernel/result/result.ts";
import { documentJson } from "../report/index.ts";
import { keepRun, type OpenRun, openRun, type RunFacts } from "../store/runs/index.ts";
import { UnwrittenFiles } from "../store/unwritten-files.ts";
import { exitCodes, type Io } from "./io.ts";

/** What a verb has to say at its end. */
export interface Ending {
  /** The JSON document, with the id under which the run is kept. */
  readonly documentOf: (run: string | undefined) => object;
  /** What a screen shows, with the line break at its end. */
  readonly shown: string;
  readonly isJson: boolean;
  readonly verdict: Result["verdict"];
  /** Whether the user ended it early, which has an exit code of its own. */
  readonly isInterrupted?: boolean | undefined;
  /** Where it is not the one of the verdict. */
  readonly exitCode?: number | undefined;
}

/** What is kept of a verb that has run something. */
export interface Keeping {
  readonly root: string;
  /** Where it is kept; undefined where that cannot be written. */
  readonly run: OpenRun | undefined;
  /** What a screen shows, whole and without colours. */
  readonly plain: string;
  readonly facts: Pick<RunFacts, "command" | "subject" | "seed"> & {
    readonly identities: readonly string[];
    readonly findings: readonly string[];
    /** Paths from the project root. */
    readonly traces: readonly string[];
    readonly source?: string | undefined;
  };
}

/** Prints what a verb has to say, and gives the exit code: the end of every verb. */
export function endVerb(ending: Ending, io: Io, run?: string): number {
  const { documentOf, shown, isJson, verdict, isInterrupted, exitCode } = ending;
  io.out(isJson ? documentJson(documentOf(run)) : shown);
  return isInterrupted === true ? exitCodes.interrupted : (exitCode ?? exitCodes[verdict]);
}

/** The same for a verb whose result is a text as it is, such as a schema or a script. */
export function endWithText(
  text: string,
  io: Io,
  end: Pick<Ending, "exitCode" | "isInterrupted"> = {},
): number {
  const documentOf = (): object => ({});
  return endVerb({ documentOf, shown: text, isJson: false, verdict: "held", ...end }, io);
}

/**
 * The same for a verb that has run something, which is kept under `.gauntlet/runs`. A folder that
 * cannot be written costs a warning, not the result.
 */
export async function finishRun(ending: Ending, io: Io, keeping: Keeping): Promise<number> {
  const { root, run } = keeping;
  // Printed first: what cannot be written must not take the result with it.
  const exitCode = endVerb(ending, io, run?.id);
  if (run !== undefined) await orWarn(io, root, () => keep(run, { ending, io, keeping }));
  return exitCode;
}

/** Makes the place for a run before anything is printed, because what is printed names it. */
export function beginRun(io: Io, root: string): Promise<OpenRun | undefined> {
  return orWarn(io, root, () => openRun(root));
}

/** What is kept of a result. */
export function factsOf(result: Result): Keeping["facts"] {
  const { command, subject, summary, findings, source } = result;
  const own = findings.flatMap(({ trace }) => (trace === undefined ? [] : [trace]));
  return {
    command,
    subject,
    seed: summary.seed,
    identities: findings.map(({ identity }) => identity.key),
    findings: findings.map(({ id }) => id),
    traces: result.traces ?? own,
    source,
  };
}

// --- inside ---

async function orWarn<T>(io: Io, root: string, write: () => Promise<T>): Promise<T | undefined> {
  const refused = new UnwrittenFiles(root);
  const kept = await refused.attempt(write);
  for (const { path: file, reason } of refused.list) {
    io.err(`warning: the run is not kept: ${file}: ${reason}\n`);
  }
  return kept;
}

async function keep(
  run: OpenRun,
  parts: { readonly ending: Ending; readonly io: Io; readonly keeping: Keeping },
): Promise<void> {
  const { ending, io, keeping } = parts;
  const { root, plain } = keeping;
  const { source, traces, identities, ...facts } = keeping.facts;
  const now = new Date();
  const absolute = (file: string): string => path.resolve(root, file);
  await keepRun(root, run, {
    ...facts,
    verdict: ending.verdict,
    ...(io.argv === undefined ? {} : { argv: io.argv }),
    startedAt: (io.startedAt ?? now).toISOString(),
    finishedAt: now.toISOString(),
    identities: [...new Set(identities)].toSorted(),
    traces: [...new Set(traces.map(absolute))].filter((file) => existsSync(file)),
    ...(source === undefined ? {} : { source: absolute(source) }),
    document: documentJson(ending.documentOf(run.id)),
    text: plain,
  });
}
