import type { ScannedTarget } from "../../kernel/scan.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { ScanConfig } from "../../subject/config/index.ts";
import type { Task } from "./plan-tasks.ts";
import type { ScanOptions } from "./scan-options.ts";
import { blockedTarget, joinedOutcome, scanTarget, type TargetOutcome } from "./scan-target.ts";
import type { ScanTime } from "./scan-time.ts";

/** A target that was called, with what that brought. */
export interface DoneTask {
  readonly task: Task;
  readonly outcome: TargetOutcome;
}

/**
 * Calls one target after the other, several at once, until all are done or the time is over. A
 * target that no call was made of in time is not among what is done.
 */
export async function runTasks(
  tasks: readonly Task[],
  options: ScanOptions,
  time: ScanTime,
): Promise<readonly DoneTask[]> {
  const done: DoneTask[] = [];
  const pending = [...tasks];
  const unloaded = new Map<string, NonNullable<ScannedTarget["blocked"]>>();
  const lane = async (): Promise<void> => {
    for (let task = pending.shift(); task !== undefined; task = pending.shift()) {
      if (options.signal.aborted || time.isOver) return;
      const { target, policy } = task;
      const known = unloaded.get(target.module);
      const outcome =
        known === undefined ? await runPasses(task, options, time) : blockedTarget(target, known);
      if (outcome.unloaded !== undefined) unloaded.set(target.module, outcome.unloaded);
      if (outcome.isCut === true && outcome.scanned.runs === 0) continue;
      const told = withLevels(outcome, policy);
      done.push({ task, outcome: told });
      options.onTarget?.(told.scanned, told.findings, pending.length);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, lane));
  return done;
}

// --- inside ---

/** A pass gets at most so long. */
const passMsMax = 10_000;
/** Making the findings of one pass small may take so long. */
const shrinkMsMax = 10_000;

async function runPasses(
  { target, passes, policy }: Task,
  options: ScanOptions,
  time: ScanTime,
): Promise<TargetOutcome> {
  const outcomes: TargetOutcome[] = [];
  let isCut = false;
  for (const { court, runsMax, claims, hasFaults } of passes) {
    isCut = outcomes.length > 0 && time.isOver;
    if (isCut) break;
    const confirmed = policy.confirmedProperties;
    const outcome = await scanTarget({ target, claims, confirmed, hasFaults }, court, {
      runsMax,
      timeMsMax: passMsMax,
      shrinkMsMax,
      time,
      signal: options.signal,
      requiresReplay: policy.requireReplayable,
    });
    outcomes.push(outcome);
    if (outcome.scanned.blocked !== undefined || options.signal.aborted) break;
    // What hangs or fills the memory once does so in every way, and each time takes its limits.
    if (outcome.findings.some(({ exitMode }) => exitMode !== undefined)) break;
  }
  const joined = joinedOutcome(outcomes);
  return { ...joined, isCut: isCut || joined.isCut };
}

/** Only what the policy wants to be told. */
function withLevels(outcome: TargetOutcome, { levels }: ScanConfig): TargetOutcome {
  const isTold = ({ evidence }: Finding): boolean =>
    evidence === undefined || levels.includes(evidence.level);
  const { blocked, expected } = outcome.scanned;
  return {
    ...outcome,
    findings: outcome.findings.filter(isTold),
    scanned: {
      ...outcome.scanned,
      blocked: levels.includes("blocked") ? blocked : undefined,
      expected: levels.includes("expected") ? expected : [],
    },
  };
}
