import { expect, test } from "vitest";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { resultJson } from "../json.ts";
import { sectionOf } from "../section.ts";
import { resultText } from "../text.ts";
import { type Ablation, ablationSection, type Estimate } from "./ablation.ts";

const plain = { color: false, isAscii: false };
const never: Estimate = { median: null, low: null, high: null };

test("variants are compared by what they found, and bug by bug by how soon", () => {
  expect(resultText(result([ablation]), plain)).toMatchInlineSnapshot(`
    "explore  checkout   seed 42   10,000 runs   14 s

      variant            strategy   guidance   swarm   runs    bugs
      as configured      random     on         off     5,000   2 of 2
      without guidance   random     off        off     5,000   1 of 2
      5 seeds each, a campaign has at most 1,000 runs

    a paid order is charged once
                         found    median runs (95 %)   median time (95 %)
      as configured      5 of 5   12 (4 to 31)         0.1 s (40 ms to 0.4 s)
      without guidance   4 of 4   10.5 (2 to 40)       20 ms (10 ms to 0.1 s)

    TypeError: order is undefined
                         found    median runs (95 %)   median time (95 %)
      as configured      3 of 5   804 (91 to more)     1.4 s (0.2 s to more)
      without guidance   0 of 4

    ✓ compared 2 variants over 5 seeds; 2 failures seen

    next     npx gauntlet explore checkout.chaos.ts
    "
  `);
});

test("the document has the same numbers, and what was not found is null", () => {
  const document = resultJson(result([ablation]));
  expect(document.ablation).toEqual([ablation]);
  expect(resultJson(result([]))).toHaveProperty("ablation", []);
  expect(resultJson({ ...result([]), sections: [] })).not.toHaveProperty("ablation");
});

test("names that come from the subject are made safe, and long lists are cut", () => {
  const bugs = Array.from({ length: 7 }, (_, at) => ({
    key: `k${at}`,
    name: `bug\u001B[2J ${at}`,
  }));
  const text = resultText(result([{ ...ablation, bugs, variants: [] }]), plain);
  expect(text).not.toContain("\u001B");
  expect(text).toContain("  and 2 more (--all)\n");
});

// --- inside ---

const ablation: Ablation = {
  subject: "checkout",
  seeds: [42, 43, 44, 45, 46],
  runsMax: 1_000,
  secondsMax: undefined,
  bugs: [
    { key: "1f0c9a2e7b11", name: "a paid order is charged once" },
    { key: "77aa12bc90de", name: "TypeError: order is undefined" },
  ],
  variants: [
    {
      name: "as configured",
      strategy: "random",
      guidance: true,
      swarm: false,
      runs: 5_000,
      seconds: 9.1,
      bugsFound: 2,
      bugs: [
        {
          key: "1f0c9a2e7b11",
          found: 5,
          campaigns: 5,
          runs: { median: 12, low: 4, high: 31 },
          seconds: { median: 0.12, low: 0.04, high: 0.4 },
        },
        {
          key: "77aa12bc90de",
          found: 3,
          campaigns: 5,
          runs: { median: 804, low: 91, high: null },
          seconds: { median: 1.4, low: 0.2, high: null },
        },
      ],
    },
    {
      name: "without guidance",
      strategy: "random",
      guidance: false,
      swarm: false,
      runs: 5_000,
      seconds: 4.2,
      bugsFound: 1,
      bugs: [
        {
          key: "1f0c9a2e7b11",
          found: 4,
          campaigns: 4,
          runs: { median: 10.5, low: 2, high: 40 },
          seconds: { median: 0.02, low: 0.01, high: 0.1 },
        },
        { key: "77aa12bc90de", found: 0, campaigns: 4, runs: never, seconds: never },
      ],
    },
  ],
};

function result(told: readonly Ablation[]): Result {
  return {
    command: "explore",
    subject: "checkout",
    verdict: "held",
    because: "compared 2 variants over 5 seeds; 2 failures seen",
    summary: { runs: 10_000, seconds: 14, seed: 42 },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(ablationSection, told)],
    notes: [],
    artifacts: [],
    next: ["npx gauntlet explore checkout.chaos.ts"],
  };
}
