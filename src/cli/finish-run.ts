import { existsSync } from "node:fs";
import path from "node:path";
import type { Result } from "../kernel/result/result.ts";
import { documentJson } from "../report/index.ts";
import { keepRun, type OpenRun, openRun, type RunFacts } from "../store/runs/index.ts";
import { UnwrittenFiles } from "../store/unwritten-files.ts";
import type { Io } from "./io.ts";

/** What a verb that has run something has to say. */
export interface Ending {
  /** The JSON document, with the id under which the run is kept. */
  readonly documentOf: (run: string | undefined) => object;
  /** What a screen shows. */
  readonly shown: string;
  /** The same whole and without colours. */
  readonly plain: string;
  readonly isJson: boolean;
  readonly facts: Pick<RunFacts, "command" | "subject" | "verdict" | "seed"> & {
    readonly identities: readonly string[];
    readonly findings: readonly string[];
    /** Paths from the project root. */
    readonly traces: readonly string[];
    readonly source?: string | undefined;
  };
}

/**
 * Prints the result and keeps it under `.gauntlet/runs`: every verb that runs something ends here.
 * A folder that cannot be written costs a warning, not the result.
 */
export async function finishRun(
  ending: Ending,
  io: Io,
  { root, run }: { readonly root: string; readonly run: OpenRun | undefined },
): Promise<void> {
  const document = documentJson(ending.documentOf(run?.id));
  // Printed first: what cannot be written must not take the result with it.
  io.out(ending.isJson ? document : ending.shown);
  if (run !== undefined) await orWarn(io, root, () => keep(run, { ending, io, root, document }));
}

/** Makes the place for a run before anything is printed, because what is printed names it. */
export function beginRun(io: Io, root: string): Promise<OpenRun | undefined> {
  return orWarn(io, root, () => openRun(root));
}

/** What is kept of a result. */
export function factsOf(result: Result): Ending["facts"] {
  const { command, subject, verdict, summary, findings, source } = result;
  const own = findings.flatMap(({ trace }) => (trace === undefined ? [] : [trace]));
  return {
    command,
    subject,
    verdict,
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
  parts: {
    readonly ending: Ending;
    readonly io: Io;
    readonly root: string;
    readonly document: string;
  },
): Promise<void> {
  const { ending, io, root, document } = parts;
  const { source, traces, identities, ...facts } = ending.facts;
  const now = new Date();
  const absolute = (file: string): string => path.resolve(root, file);
  await keepRun(root, run, {
    ...facts,
    ...(io.argv === undefined ? {} : { argv: io.argv }),
    startedAt: (io.startedAt ?? now).toISOString(),
    finishedAt: now.toISOString(),
    identities: [...new Set(identities)].toSorted(),
    traces: [...new Set(traces.map(absolute))].filter((file) => existsSync(file)),
    ...(source === undefined ? {} : { source: absolute(source) }),
    document,
    text: ending.plain,
  });
}
