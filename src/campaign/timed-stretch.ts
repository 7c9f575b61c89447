import { timerMsMax } from "../kernel/values/timer-limit.ts";
import { hostMsMax } from "../world/host/host-access.ts";
import type { StretchResult } from "../runner/protocol/protocol.ts";
import type { CampaignSettings } from "./settings.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";
import type { WorkerSlot, SlotListener, StretchOrder } from "./worker-slot.ts";

/** Looking into a run took longer than a run may: one that talks all the time is never silent. */
export class InspectionTimeout extends Error {
  readonly what: string;

  constructor(run: number) {
    super();
    this.what = `run ${run} ended its process, and takes too long to be looked into`;
  }
}

/** What a stretch is and when it has to be over. */
export interface TimedStretch {
  readonly worker: SubjectRunner;
  readonly order: StretchOrder;
  /** What is left of the time of the campaign; looking into a run has a limit of its own. */
  readonly leftMs: number;
  readonly settings: CampaignSettings;
}

/** Runs a stretch of a slot, and sees to it that it ends in time. */
export async function timedStretch(
  slot: WorkerSlot,
  { worker, order, leftMs, settings }: TimedStretch,
  listener: SlotListener,
): Promise<StretchResult> {
  const { isRepeat = false } = order;
  let isCut = false;
  const end = (): void => {
    isCut = isRepeat;
    if (isRepeat) void worker.stop();
    else worker.hurry(overtimeMsMax);
  };
  const silenceMs = settings.limits.runTimeoutMs + hostMsMax(settings.run, settings.grant);
  const endMs = isRepeat ? order.timeMsMax + silenceMs : leftMs;
  const timer = endMs < timerMsMax ? setTimeout(end, endMs) : undefined;
  try {
    return await slot.stretch(worker, order, listener);
  } catch (thrown) {
    throw isCut ? new InspectionTimeout(slot.place.run) : thrown;
  } finally {
    clearTimeout(timer);
  }
}

// --- inside ---

/** When its time is over, a campaign waits so long for a run that gives no sign of life. */
const overtimeMsMax = 700;
