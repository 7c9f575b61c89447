import { expect, test } from "vitest";
import { progressLine } from "./progress-line.ts";

const nothing = {
  runs: 0,
  seconds: 0,
  findings: 0,
  runsPerSecond: 0,
  steps: 5,
  edges: 0,
  corpus: 0,
};

test("progress says how far, how fast and what was found", () => {
  const lines = [
    { ...nothing, runsPerSecond: Number.NaN },
    { ...nothing, runs: 12_345, seconds: 12.34, findings: 2, runsPerSecond: 1_000.4 },
    { ...nothing, runs: 1, seconds: 600, findings: 1, runsPerSecond: 0.25, edges: 70, corpus: 9 },
  ].map(progressLine);
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "0 ms   0 runs   5 steps   0 findings   ? runs/s
    12.3 s   12,345 runs   5 steps   2 findings   1,000 runs/s
    10 min 0 s   1 run   5 steps   70 edges   corpus 9   1 finding   0.3 runs/s"
  `);
});

test("what was found is told whole where there is no room for the speed", () => {
  const counts = { runs: 1_252_539, seconds: 60, steps: 92_920_003, edges: 60, corpus: 18 };
  expect(progressLine({ ...counts, findings: 1, runsPerSecond: 10_427 })).toBe(
    "60 s   1,252,539 runs   92,920,003 steps   60 edges   corpus 18   1 finding",
  );
});

test("progress never takes more than 80 columns", () => {
  const huge = Number.MAX_VALUE;
  const line = progressLine({
    runs: huge,
    seconds: huge,
    steps: huge,
    edges: huge,
    corpus: huge,
    findings: huge,
    runsPerSecond: huge,
  });
  expect(line.length).toBeLessThanOrEqual(80);
});
