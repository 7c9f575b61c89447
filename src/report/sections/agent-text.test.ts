import { describe, expect, test } from "vitest";
import type { AgentReport } from "../../kernel/agent/agent-report.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import { agentText } from "./agent-text.ts";
import { sectionOf } from "../section.ts";
import { agentSection } from "./agent.ts";
import { textWidth } from "../column-text.ts";
import { agentReport, evil } from "../fixtures/agent-sample.ts";
import { resultText } from "../text.ts";

const plain = { color: false, isAscii: false };

function resultOf(agent: AgentReport): Result {
  return {
    command: "agent ci",
    subject: "support",
    verdict: "broken",
    because: "a critical invariant failed",
    summary: { runs: 2, seconds: 1, seed: 42 },
    findings: [],
    properties: [],
    evidence: emptyEvidence,
    sections: [sectionOf(agentSection, agent)],
    notes: [],
    artifacts: [],
    next: ["npx gauntlet agent replay run session.json"],
  };
}

const finding: Finding = {
  id: "support-00000000",
  kind: "property",
  identity: { error: "regex", message: "", frame: "", property: "refunds once", key: "0" },
  message: "says refund order 7",
  subject: "support",
  place: undefined,
  story: [{ kind: "step", what: "send", detail: "refund order 7!" }],
  shrunk: { from: 2, to: 2, attempts: 1 },
  occurrences: 3,
  runIndex: 1,
  trace: "session.yaml",
  replay: undefined,
  token: undefined,
  isConfirmed: true,
};

describe("a report about an agent as text", () => {
  test("has scores, what failed with its faults, what could not be judged, and deltas", () => {
    expect(agentText(agentReport(), plain, "broken")).toMatchInlineSnapshot(`
      "FAIL   overall 0.750

        score                         95 % between   pass^3   pass   fail   inconclusive   skipped
        contract_compliance   0.750   0.300-0.954    0.500    2      1      1              1
        overall               0.750

      ✗ refunds once   critical   contract   1 fail of 2 cells
          outage: says refund order 7
            sent  refund order 7!
            ⚡ tool refund error: call 1 of support to refund

      ? honest   critical   contract   1 inconclusive of 2 cells
          outage: refund order 7
            sent  refund order 7!
            ⚡ tool refund error: call 1 of support to refund

      each critical rule was put to the test in at least 1 conversation of each row where it held: at
      most 95 % of such conversations fail, at 95 % confidence
      quick is not applicable in outage: refund order 7

        scenario   passed   without chaos   difference
        outage     0.000    1.000           -1.000
      "
    `);
  });

  test.each([
    ["broken", "scripted", "FAIL   overall 0.750   a script answered for the model"],
    ["held", "cassette", "PASS   overall 0.750   a recording answered for the model"],
    ["unknown", "provider", "UNKNOWN   overall 0.750   the provider of the model answered"],
    ["held", undefined, "PASS   overall 0.750"],
  ] as const)("begins with the outcome of what %s, and who answered: %s", (...row) => {
    const [verdict, upstream, line] = row;
    const text = agentText({ ...agentReport(), upstream }, plain, verdict);
    expect(text.split("\n")[0]).toBe(line);
  });

  test("is part of the text of a result", () => {
    const agent = agentReport();
    const result = resultOf(agent);
    const text = resultText(result, plain);
    expect(text).toContain(agentText(agent, plain, "broken").trimEnd());
    expect(text).toMatch(/next {5}npx gauntlet agent replay run session\.json\n$/u);
  });

  test("names the trial, and how many all passed, only where there are several", () => {
    const report = agentReport();
    const cells = report.cells.map((cell) => ({ ...cell, trial: 2 }));
    expect(agentText({ ...report, cells }, plain, "broken")).toContain(
      "outage, trial 2: says refund",
    );
    const elsewhere = cells.map((cell) => ({ ...cell, scenario: "aimed" }));
    const both = agentText({ ...report, cells: [...report.cells, ...elsewhere] }, plain, "broken");
    expect(both).toContain("outage: says refund");
    expect(both).toContain("aimed, trial 2: says refund");
    const phases = report.phases.map((one) => ({ ...one, passAll: { trials: 1, rate: 0.5 } }));
    expect(agentText({ ...report, phases }, plain, "broken")).not.toContain("pass^");
  });

  test("gives each reason why a rule is not applicable with the rows that it is true of", () => {
    const report = agentReport();
    const cells = report.cells.flatMap((cell) =>
      ["a", "b", "c"].map((scenario) => ({
        ...cell,
        scenario,
        state: "skipped" as const,
        invariant: "quick",
        because: scenario === "c" ? "nothing happened" : "no faults",
      })),
    );
    const text = agentText({ ...report, cells }, plain, "broken");
    expect(text).toContain("quick is not applicable in a, b: no faults\n");
    expect(text).toContain("quick is not applicable in c: nothing happened\n");
  });

  test("tells only where a rule fails if a finding tells how, and counts conversations", () => {
    const result = { ...resultOf(agentReport()), findings: [finding] };
    const text = resultText(result, plain);
    expect(text).toContain("support   seed 42   2 conversations   1 s");
    expect(text).toContain("broken in 3 conversations, smallest shown");
    expect(text).toContain("1 fail of 2 cells\n    outage: refund order 7!\n\n");
    expect(text.split("says refund order 7")).toHaveLength(2);
  });

  test("lists five of many and counts the rest", () => {
    const report = agentReport();
    const failed = report.cells.filter(({ state }) => state === "fail");
    const cells = Array.from({ length: 7 }, () => failed).flat();
    const few = agentText({ ...report, cells }, plain, "broken");
    const all = agentText({ ...report, cells }, { ...plain, showAll: true }, "broken");
    expect(few).toContain("    and 2 more (--all)");
    expect(all.split("says refund order 7")).toHaveLength(8);
  });

  test("cannot be driven by what an agent says", () => {
    const text = agentText(agentReport(evil), plain, "broken");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).not.toMatch(/^✓ all/mu);
  });

  test("fits the terminal, however long names and answers are", () => {
    const report = agentReport("word ".repeat(400));
    const cells = report.cells.map((cell) => ({ ...cell, invariant: "rule".repeat(60) }));
    const lines = agentText({ ...report, cells }, { ...plain, columns: 60 }, "broken").split("\n");
    expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(60);
  });

  test("is in ASCII where the terminal is", () => {
    const ascii = agentText(agentReport(evil), { color: false, isAscii: true }, "broken");
    expect(ascii).toMatch(/^[\n -~]*$/u);
  });
});
