import { describe, expect, test } from "vitest";
import { emptyEvidence, type Result } from "../kernel/result.ts";
import { agentText } from "./agent-text.ts";
import { textWidth } from "./column-text.ts";
import { agentReport, evil } from "./fixtures/agent-sample.ts";
import { resultText } from "./text.ts";

const plain = { color: false, isAscii: false };

describe("a report about an agent as text", () => {
  test("has scores, what failed with its faults, what could not be judged, and deltas", () => {
    expect(agentText(agentReport(), plain)).toMatchInlineSnapshot(`
      "  score                         95 % between   pass^3   pass   fail   inconclusive   skipped
        contract_compliance   0.750   0.300-0.954    0.500    2      1      1              1
        overall               0.750

      ✗ refunds once   critical   contract   1 fail of 2 cells
          outage, trial 1: says refund order 7
            sent  refund order 7!
            ⚡ tool refund error: call 1 of support to refund

      ? honest   critical   contract   1 inconclusive of 2 cells
          outage, trial 1: refund order 7
            sent  refund order 7!
            ⚡ tool refund error: call 1 of support to refund

        passed in           without chaos   difference
        outage      0.000   1.000           -1.000
      "
    `);
  });

  test("is part of the text of a result", () => {
    const agent = agentReport();
    const result: Result = {
      command: "agent ci",
      subject: "support",
      verdict: "broken",
      because: "a critical invariant failed",
      summary: { runs: 2, seconds: 1, seed: 42 },
      findings: [],
      properties: [],
      evidence: emptyEvidence,
      agent,
      notes: [],
      artifacts: [],
      next: ["npx gauntlet agent replay run session.json"],
    };
    const text = resultText(result, plain);
    expect(text).toContain(agentText(agent, plain).trimEnd());
    expect(text).toMatch(/next {5}npx gauntlet agent replay run session\.json\n$/u);
  });

  test("lists five of many and counts the rest", () => {
    const report = agentReport();
    const failed = report.cells.filter(({ state }) => state === "fail");
    const cells = Array.from({ length: 7 }, () => failed).flat();
    const few = agentText({ ...report, cells }, plain);
    const all = agentText({ ...report, cells }, { ...plain, showAll: true });
    expect(few).toContain("    and 2 more (--all)");
    expect(all.split("says refund order 7")).toHaveLength(8);
  });

  test("cannot be driven by what an agent says", () => {
    const text = agentText(agentReport(evil), plain);
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).not.toMatch(/^✓ all/mu);
  });

  test("fits the terminal, however long names and answers are", () => {
    const report = agentReport("word ".repeat(400));
    const cells = report.cells.map((cell) => ({ ...cell, invariant: "rule".repeat(60) }));
    const lines = agentText({ ...report, cells }, { ...plain, columns: 60 }).split("\n");
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(60);
  });

  test("is in ASCII where the terminal is", () => {
    const ascii = agentText(agentReport(evil), { color: false, isAscii: true });
    expect(ascii).toMatch(/^[\n -~]*$/u);
  });
});
