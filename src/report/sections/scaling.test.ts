import { expect, test } from "vitest";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { resultJson } from "../json.ts";
import { sectionOf } from "../section.ts";
import { resultText } from "../text.ts";
import { type Scaling, scalingSection } from "./scaling.ts";

const plain = { color: false, isAscii: false };

const fitted: Scaling = {
  subject: "checkout",
  cores: 4,
  points: [
    { workers: 1, runsPerSecond: 1_000, measured: [990, 1_000, 1_020] },
    { workers: 2, runsPerSecond: 1_940, measured: [1_900, 1_940, 1_950] },
    { workers: 3, runsPerSecond: 2_820, measured: [2_800, 2_820, 2_900] },
  ],
  fit: {
    kind: "fitted",
    lambda: 1_000,
    sigma: 0.0307,
    kappa: 0.0002,
    rSquared: 0.9991,
    residualMax: 0.01,
    peakWorkers: 70,
  },
};

test("speed-up and efficiency stand beside what was measured, and the law below", () => {
  const because = "measured 1 to 3 processes, and the law fits";
  expect(resultText(result(fitted, { verdict: "held", because }), plain)).toMatchInlineSnapshot(`
    "explore  checkout   seed 42   10,000 runs   14 s

      workers   runs a second   measured         speed-up   efficiency
      1         1,000           990 to 1,020     1.00x      100 %
      2         1,940           1,900 to 1,950   1.94x      97 %
      3         2,820           2,800 to 2,900   2.82x      94 %
      Universal Scalability Law: sigma 0.0307 (work that one does at a time), kappa 0.0002 (hearing of
      each other), R² 0.9991; fastest with 70
      the machine has 4 cores

    ✓ measured 1 to 3 processes, and the law fits
    "
  `);
});

test("what does not follow from the points is said to be inconclusive", () => {
  const because = "2 of at least 3 counts of processes";
  const weak: Scaling = {
    ...fitted,
    cores: 1,
    points: [{ workers: 1, runsPerSecond: 6.4, measured: [6.4] }],
    fit: { kind: "inconclusive", because },
  };
  const told = result(weak, { verdict: "unknown", because: `inconclusive: ${because}` });
  expect(resultText(told, plain)).toMatchInlineSnapshot(`
    "explore  checkout   seed 42   10,000 runs   14 s

      workers   runs a second   measured     speed-up   efficiency
      1         6.4             6.4 to 6.4   1.00x      100 %
      the machine has 1 core

    ? could not tell: inconclusive: 2 of at least 3 counts of processes
    "
  `);
  expect(resultJson(told).scaling).toEqual([weak]);
});

// --- inside ---

function result(scaling: Scaling, verdict: Pick<Result, "verdict" | "because">): Result {
  return {
    command: "explore",
    subject: "checkout",
    ...verdict,
    summary: { runs: 10_000, seconds: 14, seed: 42 },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(scalingSection, [scaling])],
    notes: [],
    artifacts: [],
    next: [],
  };
}
