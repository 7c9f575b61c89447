import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CampaignSettings } from "./settings.ts";
import type { SubjectRunner } from "../runner/subject-runner.ts";
import { WorkerSlot, type SlotListener, type StretchOrder } from "./worker-slot.ts";
import { InspectionTimeout, timedStretch } from "./timed-stretch.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const settings = { limits: { runTimeoutMs: 5_000 }, run: {} } as CampaignSettings;
const listener = {} as SlotListener;

/** A process that answers only when it is ended, however much it says meanwhile. */
function endless(): {
  readonly worker: SubjectRunner;
  readonly stop: () => void;
  readonly hurry: (ms: number) => void;
} {
  let end: (thrown: Error) => void = () => {};
  const answer = new Promise((_, reject) => (end = reject));
  const stop = vi.fn<() => void>(() => end(new Error("ended")));
  const hurry = vi.fn<(ms: number) => void>();
  const worker = { explore: () => answer, stop, hurry } as unknown as SubjectRunner;
  return { worker, stop, hurry };
}

function order(changes: Partial<StretchOrder>): StretchOrder {
  const start = { strategy: "random", seed: 1 } as StretchOrder["start"];
  return { start, runsMax: 1, timeMsMax: 1_000, marksEachRun: false, ...changes };
}

test("looking into a run that talks all the time ends after its time and a silence", async () => {
  const { worker, stop } = endless();
  const slot = new WorkerSlot(7, 1);
  const looking = { worker, order: order({ isRepeat: true }), settings, leftMs: 0 };
  const cut = timedStretch(slot, looking, listener).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(5_900);
  expect(stop).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const thrown = await cut;
  if (!(thrown instanceof InspectionTimeout)) throw thrown;
  expect(thrown.what).toBe("run 7 ended its process, and takes too long to be looked into");
});

test("when the time of the campaign is over, a process is hurried and not ended", async () => {
  const { worker, stop, hurry } = endless();
  const searching = { worker, order: order({}), settings, leftMs: 300 };
  const ended = timedStretch(new WorkerSlot(0, 1), searching, listener).catch(String);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([vi.mocked(stop).mock.calls.length, vi.mocked(hurry).mock.calls]).toEqual([0, [[700]]]);
  void worker.stop();
  expect(await ended).toBe("Error: ended");
});
