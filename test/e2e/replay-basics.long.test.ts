import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decisionLine } from "../../src/kernel/trace/trace-write.ts";
import { copyExamples, examples, failingTraces, named, record, withWorker } from "./example.ts";
import { throughFile } from "./through-file.ts";

// A failure that was seen once is seen every time: its decisions are all there is to it.

let copy: ReturnType<typeof copyExamples>;
beforeAll(() => {
  copy = copyExamples();
});
afterAll(() => copy.remove());

test.for(named(examples))(
  "%s: 50 of 50 failures replay to the same bytes in another process",
  async ([, example]) => {
    const from = { example, projectRoot: path.join(copy.root, example.folder) };
    const found = await withWorker(from, (worker) => failingTraces(worker, "replay", 50));
    const replayed = await withWorker(from, async (worker) => {
      let count = 0;
      for (const trace of found.toReversed()) {
        const read = await throughFile(trace, copy.root);
        const decisions = read.decisions.map(decisionLine);
        const again = await record(worker, { how: "strict", decisions });
        expect(again.divergence).toBeUndefined();
        expect(again.decisions).toEqual(trace.decisions.map(decisionLine));
        expect(again.events).toEqual(trace.events);
        expect(again.verdict).toBe("broken");
        expect(read.verdict).toMatchObject({ kind: "broken", identity: again.identity });
        count += 1;
      }
      return count;
    });
    expect(replayed).toBe(50);
  },
);
