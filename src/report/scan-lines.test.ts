import { expect, test } from "vitest";
import { planLine, scanProgressLine } from "./scan-lines.ts";

test("the plan says how much there is, what is closed, and how long it takes at most", () => {
  expect(planLine({ files: 1, targets: 12, blocked: 0, timeMsMax: 60_000 })).toBe(
    "plan: 12 targets in 1 file, at most 60 s",
  );
  expect(planLine({ files: 186, targets: 541, blocked: 17, timeMsMax: 190_000 })).toBe(
    "plan: 541 targets in 186 files, 17 cannot be called, at most 3 min 10 s",
  );
});

test("progress says what was called, what is done, and what is left of both", () => {
  const progress = { targets: 541, isPlanned: true, called: 300, done: 41, leftMs: 118_400 };
  expect(scanProgressLine(progress, 61.7)).toBe(
    "62 s   300 of 541 called   41 done   500 left   118 s left at most",
  );
});

test("while types are still read, there may be more targets than are known", () => {
  const progress = { targets: 9, isPlanned: false, called: 3, done: 0, leftMs: 600_000 };
  expect(scanProgressLine(progress, 2)).toContain("3 of 9+ called");
});
