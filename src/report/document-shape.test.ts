import { describe, expect, test } from "vitest";
import { emptyEvidence, type Result } from "../kernel/result/result.ts";
import { documentProblem } from "./document-shape.ts";
import { agentReport } from "./fixtures/agent-sample.ts";
import { resultJson } from "./json.ts";
import { junitText } from "./junit.ts";
import { sectionOf } from "./section.ts";
import { agentSection } from "./sections/agent.ts";

const result: Result = {
  command: "agent ci",
  subject: "support",
  verdict: "broken",
  because: "a critical rule failed",
  summary: { runs: 2, seconds: 1.5, seed: 7 },
  findings: [],
  properties: [],
  evidence: emptyEvidence,
  sections: [sectionOf(agentSection, agentReport())],
  notes: [],
  artifacts: [],
  next: [],
};

const whole = JSON.stringify(resultJson(result));

/** The document with one value of it replaced. */
function damaged(place: string, value: unknown): unknown {
  const document = JSON.parse(whole) as Record<string, unknown>;
  const keys = place.split(".");
  let owner = document;
  for (const key of keys.slice(0, -1)) owner = owner[key] as Record<string, unknown>;
  const last = keys.at(-1) ?? "";
  expect(Object.keys(owner)).toContain(last);
  owner[last] = value;
  return JSON.parse(JSON.stringify(document));
}

describe("a document that was kept", () => {
  test("is laid out again where it is whole", () => {
    const document = JSON.parse(whole) as ReturnType<typeof resultJson>;
    expect(documentProblem(document)).toBe(undefined);
    expect(junitText(document)).toBe(junitText(resultJson(result)));
  });

  test.each([
    ["agent.conversations.0.answer", undefined, "`agent.conversations[0].answer` is not a table"],
    ["agent.conversations.0.answer.ms", "1", "`agent.conversations[0].answer.ms` is not a number"],
    ["agent.conversations", null, "`agent.conversations` is not a list"],
    ["agent.cells.0.prompt", undefined, "`agent.cells[0].prompt` is not a string"],
    ["agent.cells.0", null, "`agent.cells[0]` is not a table"],
    ["summary.seconds", "long", "`summary.seconds` is not a number"],
    ["summary.seed", { toString: null }, "`summary.seed` is not a number"],
    ["summary", [], "`summary` is not a table"],
    ["findings", [{}], "`findings[0].id` is not a string"],
    ["verdict", "fine", "`verdict` is not one of `held`, `broken`, `unknown`"],
  ])("says which part is damaged: %s", (place, value, problem) => {
    expect(documentProblem(damaged(place, value))).toBe(problem);
  });

  test.each([null, 7, "text", []])("is none where it is %j", (value) => {
    expect(documentProblem(value)).toBe("`.` is not a table");
  });
});
