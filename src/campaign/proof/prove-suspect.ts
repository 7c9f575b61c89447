import { mayBecome, type Minimize } from "../../kernel/shrink/minimize.ts";
import { shrink } from "../../kernel/shrink/shrink.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { decodeDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { EncodedDecisions } from "../../kernel/trace/decode-decisions.ts";
import type { RunRecording } from "../../runner/protocol/protocol.ts";
import { type Proof, type Suspect, unproven } from "./prove.ts";
import { Interrupted } from "../../runner/end-signal.ts";
import {
  loadRunner,
  recordOptionsFor,
  type RunTarget,
  recordFresh,
  startFresh,
} from "./record-fresh.ts";
import { shrinkMsMax } from "../settings.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";

/**
 * Makes a suspect small and shows it again in a process that ran nothing before. A suspect that
 * kills its process is shrunk from outside, one process a try, with a budget to match.
 */
export async function proveSuspect(
  suspect: Suspect,
  runTarget: RunTarget,
  minimize: Minimize = "all",
): Promise<Proof> {
  const look = recordOptionsFor(suspect.identity);
  const { shrunk, again } = await shrunkAndShown(suspect, runTarget, minimize);
  const strict = { how: "strict", decisions: shrunk.decisions } as const;
  const { attempts, cutBy } = shrunk;
  if (again.identity?.key === suspect.identity.key) {
    return { recorded: again, attempts, cutBy, isConfirmed: true };
  }
  // What was made small does not repeat alone: the first sighting is worth more than a guess.
  const unshrunk = { ...strict, decisions: suspect.decisions };
  const { recorded: first } = await recordFresh(unshrunk, runTarget, look);
  const isConfirmed = first.identity?.key === suspect.identity.key;
  const recorded = isConfirmed ? first : asSeen(suspect, first);
  return { recorded, attempts, cutBy, isConfirmed };
}

/** The same until the target's signal; what is too late for it stays as it was seen. */
export async function proofInTime(suspect: Suspect, runTarget: RunTarget): Promise<Proof> {
  try {
    if (runTarget.signal?.aborted !== true) return await proveSuspect(suspect, runTarget);
  } catch (thrown) {
    if (!(thrown instanceof Interrupted)) throw thrown;
  }
  return unproven(suspect);
}

// --- inside ---

/** Tries when each costs a process; a hung one also costs its time limit. */
const deadlyAttemptsMax = 40;
const hungAttemptsMax = 16;
/** A run that hung for the whole limit is taken for hung sooner while it is made small. */
const hungTimeoutMs = 1_000;

/** Makes it small, while the process that is to show it again is started. */
async function shrunkAndShown(
  suspect: Suspect,
  runTarget: RunTarget,
  minimize: Minimize,
): Promise<{ readonly shrunk: Shrunk; readonly again: RunRecording }> {
  const look = recordOptionsFor(suspect.identity);
  if (suspect.failure.exitMode !== undefined) {
    const shrunk = await shrinkDeadly(suspect, runTarget, minimize);
    const strict = { how: "strict", decisions: shrunk.decisions } as const;
    return { shrunk, again: (await recordFresh(strict, runTarget, look)).recorded };
  }
  const fresh = startFresh(runTarget, look);
  try {
    const shrunk = await shrinkInside(suspect, runTarget, minimize);
    const strict = { how: "strict", decisions: shrunk.decisions } as const;
    return { shrunk, again: (await fresh.record(strict)).recorded };
  } finally {
    await fresh.close();
  }
}

interface Shrunk {
  readonly decisions: EncodedDecisions;
  readonly attempts: number;
  readonly cutBy?: string | undefined;
}

async function shrinkInside(
  suspect: Suspect,
  runTarget: RunTarget,
  minimize: Minimize,
): Promise<Shrunk> {
  const { settings } = runTarget;
  const { decisions, identity } = suspect;
  const attemptsMax = settings.shrinkAttemptsMax;
  const timeMsMax = settings.shrinkMs ?? shrinkMsMax;
  if (attemptsMax === 0) return { decisions, attempts: 0 };
  const startMs = performance.now();
  const worker = await loadRunner(runTarget);
  const stop = (): void => void worker.stop();
  runTarget.signal?.addEventListener("abort", stop);
  try {
    const { key } = identity;
    const job = { type: "shrink", decisions, key, attemptsMax, timeMsMax, minimize } as const;
    const shrunk = await worker.shrink(job);
    return { ...shrunk, cutBy: cutOf(shrunk, { attemptsMax, timeMsMax }) };
  } catch (thrown) {
    if (!(thrown instanceof WorkerEnded)) throw thrown;
    if (runTarget.signal?.aborted === true) throw new Interrupted();
    // A candidate killed the process: from outside, each can be tried without losing the others.
    const shrinkMs = Math.max(0, timeMsMax - (performance.now() - startMs));
    const hurried = { ...runTarget, settings: { ...settings, shrinkMs } };
    return await shrinkDeadly(suspect, hurried, minimize);
  } finally {
    runTarget.signal?.removeEventListener("abort", stop);
    await worker.release();
  }
}

async function shrinkDeadly(
  suspect: Suspect,
  runTarget: RunTarget,
  minimize: Minimize,
): Promise<Shrunk> {
  const isHung = suspect.failure.kind === "timeout";
  const { shrinkAttemptsMax, shrinkMs: timeMsMax = shrinkMsMax } = runTarget.settings;
  const attemptsMax = Math.min(shrinkAttemptsMax, isHung ? hungAttemptsMax : deadlyAttemptsMax);
  const endMs = performance.now() + timeMsMax;
  const isOver = (): boolean => performance.now() >= endMs;
  const faults = minimize === "all" ? [] : await faultsOf(runTarget);
  const budget = { attemptsMax, isOver, mayBecome: mayBecome(minimize, faults) };
  const steps = shrink(decodeDecisions(suspect.decisions), budget);
  let step = steps.next();
  while (step.done !== true) {
    const decisions = step.value.map(decisionLine);
    const hurried = impatient(runTarget, isHung);
    const { recorded: tried } = await recordFresh({ how: "simplest", decisions }, hurried);
    const isSame = sameDeath(tried, suspect);
    step = steps.next(isSame ? decodeDecisions(tried.decisions) : undefined);
  }
  const { decisions, attempts } = step.value;
  const cutBy = cutOf(step.value, { attemptsMax, timeMsMax });
  return { decisions: decisions.map(decisionLine), attempts, cutBy };
}

/** What the faults of the subject are called. */
async function faultsOf({ target, settings, signal }: RunTarget): Promise<readonly string[]> {
  const worker = await loadRunner({ target, settings, signal });
  await worker.stop();
  return worker.loaded.declared.faults;
}

/** The budget that ended a shrink, in words. */
function cutOf(
  shrunk: { readonly attempts: number; readonly isFinished: boolean },
  budget: { readonly attemptsMax: number; readonly timeMsMax: number },
): string | undefined {
  if (shrunk.isFinished || budget.attemptsMax === 0) return undefined;
  const { attemptsMax, timeMsMax } = budget;
  if (shrunk.attempts >= attemptsMax)
    return `${attemptsMax} ${attemptsMax === 1 ? "try" : "tries"}`;
  return `${(Math.max(0, timeMsMax) / 1_000).toFixed(1)} s`;
}

function impatient(runTarget: RunTarget, isHung: boolean): RunTarget {
  if (!isHung) return runTarget;
  const { settings } = runTarget;
  const runTimeoutMs = Math.min(settings.limits.runTimeoutMs, hungTimeoutMs);
  return { ...runTarget, settings: { ...settings, limits: { ...settings.limits, runTimeoutMs } } };
}

/** A hang is the same hang whatever limit it was measured with. */
function sameDeath(tried: RunRecording, suspect: Suspect): boolean {
  if (suspect.failure.kind === "timeout") return tried.failure?.kind === "timeout";
  return tried.identity?.key === suspect.identity.key;
}

function asSeen(suspect: Suspect, other: RunRecording): RunRecording {
  return {
    ...other,
    verdict: "broken",
    failure: suspect.failure,
    identity: suspect.identity,
    decisions: suspect.decisions,
  };
}
