import fc from "fast-check";
import { expect, test } from "vitest";
import { type Wake, WakeQueue } from "./wake-queue.ts";

/** What may be done with a queue, as numbers: push at a time, pop, cancel one of those inside. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ push: fc.nat(20) }) },
    { weight: 2, arbitrary: fc.record({ pop: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ cancel: fc.nat(50) }) },
  ),
  { maxLength: 300, size: "max" },
);

test("wakes come by time and then by order of creation, like a list that is kept sorted", () => {
  fc.assert(
    fc.property(steps, (todo) => {
      const queue = new WakeQueue();
      let sorted: Wake[] = [];
      const popped: { readonly got: Wake | undefined; readonly wanted: Wake | undefined }[] = [];
      let created = 0;
      for (const step of todo) {
        if ("push" in step) {
          created += 1;
          const wake = wakeAt(step.push, created);
          queue.push(wake);
          sorted = [...sorted, wake].toSorted((a, b) => a.atUs - b.atUs || a.order - b.order);
        } else if ("pop" in step) {
          popped.push({ got: queue.pop(), wanted: sorted.shift() });
        } else {
          const [gone] = sorted.splice(step.cancel % (sorted.length + 1), 1);
          if (gone !== undefined) gone.fire = undefined;
        }
      }
      for (const { got, wanted } of popped) expect(got).toBe(wanted);
      for (const wake of sorted) expect(queue.pop()).toBe(wake);
      expect(queue.pop()).toBeUndefined();
    }),
  );
});

test("an empty queue has no size and gives nothing", () => {
  const queue = new WakeQueue();
  expect(queue.size).toBe(0);
  expect(queue.pop()).toBeUndefined();
});

test("a queue in which everything was cancelled gives nothing", () => {
  const queue = new WakeQueue();
  const wakes = [wakeAt(1, 1), wakeAt(2, 2)];
  for (const wake of wakes) queue.push(wake);
  for (const wake of wakes) wake.fire = undefined;
  expect(queue.pop()).toBeUndefined();
  expect(queue.size).toBe(0);
});

// --- inside ---

function wakeAt(atUs: number, order: number): Wake {
  return { atUs, order, label: `${atUs}`, fire: () => {}, origin: undefined, thread: undefined };
}
