import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import { controlOf } from "../../campaign/proof/control-of.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";
import { compare, type Comparison, type DoctorOptions } from "./compare.ts";
import { type Difference, firstDifference } from "./difference.ts";
import { differenceFinding } from "./difference-finding.ts";
import { type EscapeEvidence, lookAtEscape } from "./escape-finding.ts";
import { packageAtFault } from "./package-at-fault.ts";

/**
 * Runs a subject twice, in two processes, in opposite orders, with one seed. If anything differs,
 * it names the first divergent decision with both stacks and the uncontrolled call behind it. A run
 * that leaves the simulated world is a finding too: that it came out the same was luck.
 */
export async function doctor(options: DoctorOptions): Promise<Result> {
  const startMs = performance.now();
  try {
    return await compareRuns(options, startMs);
  } catch (thrown) {
    if (!(thrown instanceof WorkerEnded)) throw thrown;
    return endedResult(thrown, options, startMs);
  }
}

// --- inside ---

/** A subject whose process ends has not been compared; `explore` finds and proves that. */
function endedResult({ exit }: WorkerEnded, options: DoctorOptions, startMs: number): Result {
  const { settings, target } = options;
  const seconds = (performance.now() - startMs) / 1_000;
  return {
    command: "doctor",
    subject: target.file,
    verdict: "unknown",
    because: `a process ended before its runs could be compared: ${exit.kind}`,
    summary: { runs: 0, seconds, seed: settings.seed },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    notes: [],
    artifacts: [],
    next: [gauntletCommand("explore", { words: [target.file] })],
  };
}

async function compareRuns(options: DoctorOptions, startMs: number): Promise<Result> {
  const { settings, target } = options;
  const comparison = await compare(options);
  const { differing, compared: runs, loaded } = comparison;
  const difference =
    differing === undefined ? undefined : firstDifference(differing.first, differing.second);
  const look = await lookAtEscape(comparison, options);
  const findings = [...look.findings, ...differenceFindings(difference, comparison)];
  const { verdict, because } = judge(comparison, findings.length, options.isDeep);
  return {
    command: "doctor",
    subject: loaded.subject.name,
    verdict,
    because,
    summary: {
      runs: runs * (options.isDeep === true ? 4 : 2),
      seconds: (performance.now() - startMs) / 1_000,
      seed: settings.seed,
    },
    findings,
    properties: [],
    evidence: emptyEvidence,
    ...controlOf({ run: settings.run, loaded, uncontrolled: look.uncontrolled }),
    notes: await notesOf(difference, { options, comparison, look }),
    artifacts: [],
    next: verdict === "held" ? [gauntletCommand("explore", { words: [target.file] })] : [],
  };
}

function judge(
  { compared, escaped }: Comparison,
  findingsCount: number,
  isDeep = false,
): Pick<Result, "verdict" | "because"> {
  if (findingsCount > 0) return { verdict: "broken", because: "" };
  if (escaped.length < compared) {
    const ways = isDeep ? "four processes, each in another way" : "two processes";
    const because = `${compared} runs came out the same in ${ways}`;
    return { verdict: "held", because };
  }
  const because = "every run left the simulated world, so that they came out the same was luck";
  return { verdict: "unknown", because };
}

function differenceFindings(
  difference: Difference | undefined,
  { differing, loaded }: Comparison,
): Result["findings"] {
  if (difference === undefined || differing === undefined) return [];
  return [differenceFinding(difference, { subject: loaded.subject.name, run: differing.run })];
}

/** Which package keeps state, where neither a call nor an escape explains the difference. */
async function notesOf(
  difference: Difference | undefined,
  parts: {
    readonly options: DoctorOptions;
    readonly comparison: Comparison;
    readonly look: EscapeEvidence;
  },
): Promise<readonly string[]> {
  const isExplained = difference?.culprit !== undefined || parts.look.findings.length > 0;
  if (difference === undefined || isExplained) return [];
  const atFault = await packageAtFault(parts.options, parts.comparison.loaded.packages);
  return atFault === undefined ? [] : [atFault];
}
