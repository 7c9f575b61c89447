import { availableParallelism } from "node:os";
import type { StretchEvent } from "../../kernel/result/campaign-event.ts";
import { medianOf } from "../../kernel/values/median.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { sectionOf } from "../../report/section.ts";
import {
  type Scaling,
  type ScalingFit,
  type ScalingPoint,
  scalingSection,
} from "../../report/sections/scaling.ts";
import type { CampaignSettings, SubjectTarget } from "../../campaign/settings.ts";
import { fitScaling } from "./fit-law.ts";
import { Stretches } from "./stretches.ts";

/** What measuring takes. */
export interface ScalingOptions {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  /** The most processes; one for each core where it is left out. */
  readonly workersMax?: number | undefined;
  /** For each stretch. */
  readonly runsMax: number;
  /** For all stretches together, in equal shares. */
  readonly timeMsMax: number;
  readonly tell?: (event: StretchEvent) => void;
  readonly signal?: AbortSignal;
}

/** Each count of processes is measured so often; odd, so that the median is a measurement. */
const roundsCount = 3;

/**
 * Measures how many runs a second 1 to N processes make of one subject, in short stretches that go
 * up and down, so that a machine that gets slower on the way is slower for all counts alike.
 */
export async function scaling(options: ScalingOptions): Promise<Result> {
  const startMs = performance.now();
  const { settings, target, timeMsMax } = options;
  const cores = availableParallelism();
  const counts = countsUpTo(settings.strategy === "dfs" ? 1 : (options.workersMax ?? cores));
  const plan = Array.from({ length: roundsCount }, (_, round) =>
    round % 2 === 0 ? counts : counts.toReversed(),
  ).flat();
  const stretches = new Stretches({ ...options, timeMsMax: timeMsMax / plan.length });
  for (const [number, workers] of plan.entries()) {
    if (options.signal?.aborted === true) break;
    await stretches.run({ workers, number, count: plan.length });
  }
  const points = counts.flatMap((workers) => pointOf(workers, stretches.speeds));
  const told: Scaling = {
    subject: stretches.subject,
    cores,
    points,
    fit: settings.strategy === "dfs" ? oneWay : fitScaling(points),
  };
  return {
    command: "explore",
    subject: stretches.subject,
    ...verdictOf(told, { runs: stretches.runs, isInterrupted: options.signal?.aborted === true }),
    summary: {
      runs: stretches.runs,
      seconds: (performance.now() - startMs) / 1_000,
      seed: settings.seed,
    },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(scalingSection, [told])],
    notes: stretches.notes,
    artifacts: [],
    next: nextCommands(told, target),
  };
}

// --- inside ---

const oneWay: ScalingFit = {
  kind: "inconclusive",
  because: "the strategy dfs searches with one process",
};

function countsUpTo(workersMax: number): readonly number[] {
  return Array.from({ length: workersMax }, (_, at) => at + 1);
}

function pointOf(
  workers: number,
  speeds: readonly { readonly workers: number; readonly runsPerSecond: number }[],
): readonly ScalingPoint[] {
  const own = speeds.filter((speed) => speed.workers === workers);
  const measured = own.map(({ runsPerSecond }) => runsPerSecond);
  return measured.length === 0 ? [] : [{ workers, runsPerSecond: medianOf(measured), measured }];
}

function verdictOf(
  { fit, points }: Scaling,
  { runs, isInterrupted }: { readonly runs: number; readonly isInterrupted: boolean },
): Pick<Result, "verdict" | "because"> {
  if (isInterrupted) return { verdict: "unknown", because: "interrupted" };
  if (runs === 0) return { verdict: "unknown", because: "nothing ran" };
  if (fit.kind === "fitted") {
    const because = `measured 1 to ${points.length} processes, and the law fits`;
    return { verdict: "held", because };
  }
  return { verdict: "unknown", because: `inconclusive: ${fit.because}` };
}

function nextCommands({ fit, points }: Scaling, { file }: SubjectTarget): readonly string[] {
  const command = (flags: readonly string[]): string =>
    gauntletCommand("explore", { words: [file], flags });
  if (fit.kind === "fitted") return [command(["--workers", String(best(points))])];
  if (fit === oneWay || points.length >= 3) return [];
  return [command(["--scaling", "--workers", "4"])];
}

/** The count that was measured as the fastest. */
function best(points: readonly ScalingPoint[]): number {
  return points.toSorted((a, b) => b.runsPerSecond - a.runsPerSecond)[0]?.workers ?? 1;
}
