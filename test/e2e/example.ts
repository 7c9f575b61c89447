import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { decisionLine } from "../../src/kernel/trace/trace-write.ts";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import type { Seed } from "../../src/kernel/decisions/seed.ts";
import type { DrainKind } from "../../src/runner/loop/drain.ts";
import { traceOf } from "../../src/campaign/proof/prove.ts";
import type { DecisionPlan, RunRecording } from "../../src/runner/protocol/protocol.ts";
import {
  type CampaignSettings,
  loadCommand,
  type SubjectTarget,
} from "../../src/campaign/settings.ts";
import { SubjectWorker } from "../../src/runner/process/subject-worker.ts";
import { processRunners } from "../../src/runner/process/process-runners.ts";

/** One of the examples, as the suites name it. */
export interface Example {
  readonly folder: string;
  /** The chaos file without its ending, where it is not named for the folder. */
  readonly file?: string;
  readonly exportName: string;
}

/** One of each kind: a state machine, a service with timers, overlapping rules, a dirty one. */
export const examples: readonly Example[] = [
  { folder: "inventory", exportName: "default" },
  { folder: "checkout", exportName: "default" },
  { folder: "wallet", exportName: "default" },
  { folder: "tickets", exportName: "default" },
];

/** Whole services with HTTP, files and queues, whose bugs need a fault; a run takes a while. */
export const services: readonly Example[] = [
  { folder: "checkout", file: "shop", exportName: "default" },
  { folder: "jobs", exportName: "default" },
  { folder: "uploads", exportName: "default" },
];

/** The same race as plain code, without rules. */
export const race: Example = { folder: "wallet", exportName: "race" };

export const repository: string = fileURLToPath(new URL("../..", import.meta.url));

/** The file that every example is named for. */
export function chaosFile({ folder, file = folder }: Example): string {
  return `${file}.chaos.ts`;
}

/** Examples with the names that tests are told by. */
export function named(list: readonly Example[]): (readonly [string, Example])[] {
  return list.map((example) => {
    const { folder, file = folder, exportName } = example;
    return [exportName === "default" ? file : `${file}#${exportName}`, example];
  });
}

/** The example as a target, wherever its copy lies. */
export function targetIn(projectRoot: string, example: Example): SubjectTarget {
  return { projectRoot, file: chaosFile(example), exportName: example.exportName };
}

/** A copy of every example in a folder of its own, so that two runs of a suite never meet. */
export function copyExamples(): { readonly root: string; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-examples-"));
  for (const folder of new Set([...examples, ...services].map((example) => example.folder))) {
    cpSync(path.join(repository, "examples", folder), path.join(root, folder), {
      recursive: true,
      filter: (source) => path.basename(source) !== ".gauntlet",
    });
  }
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** The settings that the command line has without flags or configuration. */
export function settings(seed: Seed, drain?: DrainKind): CampaignSettings {
  return {
    seed,
    run: { stepsPerRun: 50, latencyUsMax: 20_000 },
    limits: { runTimeoutMs: 10_000, memoryMb: 512 },
    runners: processRunners,
    inline: [],
    shrinkAttemptsMax: 500,
    drain,
  };
}

/** Lends a process that has loaded the example and nothing else. */
export async function withWorker<T>(
  from: {
    readonly example: Example;
    readonly projectRoot: string;
    readonly drain?: DrainKind;
    readonly stepsPerRun?: number;
  },
  use: (worker: SubjectWorker) => Promise<T>,
): Promise<T> {
  const { example, projectRoot, drain, stepsPerRun } = from;
  const target = targetIn(projectRoot, example);
  const usual = settings(1, drain);
  const run = { ...usual.run, stepsPerRun: stepsPerRun ?? usual.run.stepsPerRun };
  const chosen = { ...usual, run };
  const worker = await SubjectWorker.start(loadCommand(target, chosen), chosen.limits);
  try {
    return await use(worker);
  } finally {
    await worker.stop();
  }
}

export function record(worker: SubjectWorker, following: DecisionPlan): Promise<RunRecording> {
  return worker.record({ type: "record", following });
}

/** The first runs of a seed that fail, as traces. */
export async function failingTraces(
  worker: SubjectWorker,
  seed: Seed,
  count: number,
): Promise<readonly Trace[]> {
  const traces: Trace[] = [];
  for (let runIndex = 0; runIndex < runsMax && traces.length < count; runIndex++) {
    const recorded = await record(worker, { how: "random", seed, runIndex });
    if (recorded.verdict !== "broken") continue;
    const context = { loaded: worker.loaded, settings: settings(seed) };
    traces.push(traceOf(recorded, { runIndex }, context));
  }
  if (traces.length === count) return traces;
  throw new Error(`only ${traces.length} of ${runsMax} runs failed, ${count} were wanted`);
}

/** The first of these failures made small, as a campaign would. */
export async function smallTrace(worker: SubjectWorker, [first]: readonly Trace[]): Promise<Trace> {
  if (first?.verdict.kind !== "broken") throw new Error("there is no failure to make small");
  const { key } = first.verdict.identity;
  const decisions = first.decisions.map(decisionLine);
  const small = await worker.shrink({ type: "shrink", decisions, key, attemptsMax: 500 });
  const recorded = await record(worker, { how: "strict", decisions: small.decisions });
  const { seed, runIndex } = first.header;
  return traceOf(recorded, { runIndex }, { loaded: worker.loaded, settings: settings(seed) });
}

// --- inside ---

const runsMax = 2_000;
