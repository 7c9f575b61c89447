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
  ].map((progress) => progressLine(progress, 80));
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "0 ms   0 runs   5 steps   0 findings   ? runs/s
    12.3 s   12,345 runs   5 steps   2 findings   1,000 runs/s
    10 min 0 s   1 run   5 steps   70 edges   corpus 9   1 finding   0.3 runs/s"
  `);
});

test("what was found is told whole where there is no room for the speed", () => {
  const counts = { runs: 1_252_539, seconds: 60, steps: 92_920_003, edges: 60, corpus: 18 };
  expect(progressLine({ ...counts, findings: 1, runsPerSecond: 10_427 }, 80)).toBe(
    "60 s   1,252,539 runs   92,920,003 steps   60 edges   corpus 18   1 finding",
  );
});

test("it says of how many runs, and how long it may still take", () => {
  const now = { ...nothing, runs: 300, seconds: 3, runsPerSecond: 100 };
  const lines = [
    { ...now, runsMax: 1_000 },
    { ...now, secondsMax: 60 },
    { ...now, runsMax: 1_000, secondsMax: 5 },
    { ...now, runsMax: 200, secondsMax: 60 },
    { ...nothing, runsMax: 1_000, runsPerSecond: Number.NaN },
  ].map((progress) => progressLine(progress, 80));
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "3 s   7 s left   300 of 1,000 runs   5 steps   0 findings   100 runs/s
    3 s   57 s left   300 runs   5 steps   0 findings   100 runs/s
    3 s   2 s left   300 of 1,000 runs   5 steps   0 findings   100 runs/s
    3 s   0 ms left   300 of 200 runs   5 steps   0 findings   100 runs/s
    0 ms   0 of 1,000 runs   5 steps   0 findings   ? runs/s"
  `);
});

test("on a narrow terminal the time and what was found are left", () => {
  const wide = {
    ...nothing,
    runs: 12_345,
    seconds: 12,
    runsPerSecond: 1_000,
    edges: 70,
    corpus: 9,
  };
  const lines = [80, 60, 40].map((columns) =>
    progressLine({ ...wide, secondsMax: 60, findings: 2 }, columns),
  );
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "12 s   48 s left   12,345 runs   5 steps   70 edges   corpus 9   2 findings
    12 s   48 s left   12,345 runs   5 steps   2 findings
    12 s   48 s left   2 findings"
  `);
});

test("progress never takes more columns than there are", () => {
  const huge = Number.MAX_VALUE;
  const counts = { runs: huge, seconds: huge, steps: huge, edges: huge, corpus: huge };
  for (const columns of [20, 80]) {
    const line = progressLine({ ...counts, findings: huge, runsPerSecond: huge }, columns);
    expect(line.length).toBeLessThanOrEqual(columns);
  }
});
