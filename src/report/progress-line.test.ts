import { expect, test } from "vitest";
import { progressLine } from "./progress-line.ts";

test("progress says how far, how fast and what was found", () => {
  const lines = [
    { runs: 0, seconds: 0, findings: 0, runsPerSecond: Number.NaN },
    { runs: 12_345, seconds: 12.34, findings: 2, runsPerSecond: 1_000.4 },
    { runs: 1, seconds: 600, findings: 1, runsPerSecond: 0.25 },
  ].map(progressLine);
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "0 runs   0 ms   ? runs/s   nothing broken yet
    12,345 runs   12.3 s   1,000 runs/s   2 findings
    1 run   10 min 0 s   0.3 runs/s   1 finding"
  `);
});

test("progress never takes more than 80 columns", () => {
  const huge = Number.MAX_VALUE;
  const line = progressLine({ runs: huge, seconds: huge, findings: huge, runsPerSecond: huge });
  expect(line.length).toBeLessThanOrEqual(80);
});
