import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { FailureIdentity } from "../../kernel/failure/identity.ts";
import type { Uncontrolled } from "../../kernel/trace/trace.ts";
import { builtinsSeam } from "../../world/escapes.ts";
import { Interrupted } from "../../runner/end-signal.ts";
import { recordedEnd } from "./judge-ended.ts";
import type { RunLimit } from "../../runner/protocol/run-limit.ts";
import type { DecisionPlan, LoadedSubject, RunRecording } from "../../runner/protocol/protocol.ts";
import type { WitnessedCall } from "../../runner/protocol/witnessed-call.ts";
import { type CampaignSettings, loadCommand, type SubjectTarget } from "../settings.ts";
import type { CoverageSettings } from "../../runner/protocol/load-command.ts";
import type { RunnerSource, SubjectRunner } from "../../runner/subject-runner.ts";
import { WorkerEnded } from "../../runner/worker-ended.ts";

/** What runs are made of: which code, with which settings. */
export interface RunTarget {
  readonly target: SubjectTarget;
  readonly settings: CampaignSettings;
  readonly isEverythingFresh?: boolean;
  /** Where to search instead, where several subjects come one after the other. */
  readonly pool?: RunnerSource | undefined;
  /** Ends a run that is being made; its recording then throws an `Interrupted`. */
  readonly signal?: AbortSignal | undefined;
}

/** A run in a process of its own, and what that process had loaded. */
export interface FreshRecording {
  readonly recorded: RunRecording;
  readonly loaded: LoadedSubject;
}

/** What is looked at besides, because the failure itself does not say where it comes from. */
export interface RecordRunOptions {
  /** Notes calls that nothing controls and what waits, to name where a failure comes from. */
  readonly isWitnessed?: boolean;
  /** Looks where a run is that gives no sign of life. */
  readonly watchesHang?: boolean;
  /** Tells only what comes before this. */
  readonly limit?: RunLimit | undefined;
  /** Stops in a debugger at a decision; `onInspecting` is told where it can be attached. */
  readonly inspect?:
    | { readonly at: number; readonly onInspecting: (url: string) => void }
    | undefined;
}

/** How a failure of this identity is looked at. */
export function recordOptionsFor({ error }: FailureIdentity): RecordRunOptions {
  const isWitnessed = error.endsWith("(escape)") || error.endsWith("(deadlock)");
  return { isWitnessed, watchesHang: error.endsWith("(timeout)") };
}

/** Loads what is run, from the pool where there is one; its own signal ends that. */
export function loadRunner(
  { target, settings, isEverythingFresh = false, pool, signal }: RunTarget,
  look: {
    readonly isWitnessed?: boolean;
    readonly isWatched?: boolean;
    readonly coverage?: CoverageSettings | undefined;
  } = {},
): Promise<SubjectRunner> {
  const command = loadCommand(target, settings, { isEverythingFresh, ...look });
  return (pool ?? settings.runners).load(command, settings.limits, signal);
}

/** A process of its own for one recording, started before it is known what is to be recorded. */
export interface FreshProcess {
  /** Records in that process, which has loaded the code and has run nothing. */
  record(following: DecisionPlan): Promise<FreshRecording>;
  /** Ends it where it was not needed. */
  close(): Promise<void>;
}

/** Records a run in a process of its own; a process that dies is a broken run. */
export function recordFresh(
  following: DecisionPlan,
  runTarget: RunTarget,
  look: RecordRunOptions = {},
): Promise<FreshRecording> {
  return startFresh(runTarget, look).record(following);
}

/** Starts a process of its own now, for a run that is made when others have done their part. */
export function startFresh(runTarget: RunTarget, look: RecordRunOptions = {}): FreshProcess {
  const own = { ...runTarget, pool: undefined };
  const starting = start(own, look);
  starting.catch(() => {}); // told to whoever records
  let isTaken = false;
  return {
    record: (following) => {
      isTaken = true;
      return record(following, own, look, starting);
    },
    close: async () => {
      if (isTaken) return;
      const worker = await starting.catch(() => undefined);
      await worker?.stop();
    },
  };
}

/** Records a run in a waiting process of the target's pool, and leaves it to the next. */
export function recordPooled(
  following: DecisionPlan,
  runTarget: RunTarget,
): Promise<FreshRecording> {
  return record(following, runTarget, {}, start(runTarget, {}));
}

// --- inside ---

async function start(
  runTarget: RunTarget,
  { isWitnessed = false, watchesHang = false, inspect }: RecordRunOptions,
): Promise<SubjectRunner> {
  throwIfInterrupted(runTarget);
  const isWatched = watchesHang || inspect !== undefined;
  return loadRunner(runTarget, { isWitnessed, isWatched });
}

async function record(
  following: DecisionPlan,
  runTarget: RunTarget,
  { watchesHang = false, limit, inspect }: RecordRunOptions,
  starting: Promise<SubjectRunner>,
): Promise<FreshRecording> {
  const { runTimeoutMs } = runTarget.settings.limits;
  const worker = await starting;
  const stop = (): void => void worker.stop();
  runTarget.signal?.addEventListener("abort", stop);
  try {
    throwIfInterrupted(runTarget);
    const hangAfterMs = watchesHang ? runTimeoutMs / 2 : undefined;
    const how = { isSpoken: true, hangAfterMs, limit, inspectAt: inspect?.at };
    const { onInspecting } = inspect ?? {};
    const recorded = await worker.record({ type: "record", following, ...how }, { onInspecting });
    return { recorded: placedAtCall(recorded), loaded: worker.loaded };
  } catch (thrown) {
    if (!(thrown instanceof WorkerEnded)) throw thrown;
    throwIfInterrupted(runTarget);
    const { projectRoot } = runTarget.target;
    const place = await hungPlace(thrown, runTarget);
    return { recorded: recordedEnd(thrown, { projectRoot, place }), loaded: worker.loaded };
  } finally {
    runTarget.signal?.removeEventListener("abort", stop);
    await worker.release();
  }
}

function throwIfInterrupted({ signal }: RunTarget): void {
  if (signal?.aborted === true) throw new Interrupted();
}

/**
 * What was seen only when it arrived has no stack: it began where something was started in the
 * host, else, where that is a failure, at the last call that nothing controls.
 */
function placedAtCall(recorded: RunRecording): RunRecording {
  const { failure, witnessed } = recorded;
  const own = witnessed.filter(({ frames }) => frames.length > 0);
  const ofHost = own.findLast(({ isOfHost }) => isOfHost === true);
  const uncontrolled = placedUses(recorded.uncontrolled, ofHost);
  const isOfBuiltins = recorded.uncontrolled.some(({ seam }) => seam === builtinsSeam);
  if (recorded.place !== undefined || failure?.kind !== "escape" || isOfBuiltins) {
    return { ...recorded, uncontrolled };
  }
  const call = ofHost ?? own.at(-1);
  if (call === undefined) return recorded;
  const message = `\`${call.name}\` is outside the simulated world`;
  return { ...recorded, uncontrolled, place: call.frames[0], failure: { ...failure, message } };
}

function placedUses(
  uses: readonly Uncontrolled[],
  call: WitnessedCall | undefined,
): readonly Uncontrolled[] {
  const [at] = call?.frames ?? [];
  if (call === undefined || at === undefined) return uses;
  const place = `${at.file}:${at.line}`;
  return uses.map((use) =>
    use.place === "" && use.seam !== builtinsSeam ? { ...use, call: call.name, place } : use,
  );
}

/** A stack seen from outside is in compiled lines; only a process that loads the code maps them. */
async function hungPlace(
  { exit, lastMessages }: WorkerEnded,
  runTarget: RunTarget,
): Promise<SourceLocation | undefined> {
  if (exit.kind !== "timeout" || lastMessages.hungStack === undefined) return undefined;
  const worker = await loadRunner(runTarget);
  try {
    return (await worker.places(lastMessages.hungStack))[0];
  } finally {
    await worker.stop();
  }
}
