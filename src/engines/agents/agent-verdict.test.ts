import { expect, test } from "vitest";
import type { AgentCell, PhaseScore } from "../../kernel/agent/index.ts";
import { agentVerdict } from "./agent-verdict.ts";

const cell: AgentCell = {
  phase: "contract",
  invariant: "answers",
  severity: "high",
  scenario: "no-chaos",
  prompt: "hi",
  trial: 1,
  state: "pass",
  because: "it did",
  conversation: 0,
};

test("all that passes is held", () => {
  expect(verdictOf([cell])).toEqual({ verdict: "held", because: "" });
});

test("failures that are allowed are told, so that nobody reads that nothing broke", () => {
  const failed: AgentCell = { ...cell, state: "fail", because: "nothing was said" };
  expect(verdictOf([cell, failed])).toEqual({
    verdict: "held",
    because: "1 of 2 cells failed, none of them critical, and no score is asked for",
  });
});

test("a critical rule that failed breaks the whole, however high the score is", () => {
  const phases = [phase({ score: 0.99, criticals: ["one refund"] })];
  expect(verdictOf([cell], { phases, overall: 0.99 })).toEqual({
    verdict: "broken",
    because: "critical rules failed: one refund",
  });
});

test("a score below the one that is asked for breaks the whole, and is not rounded up", () => {
  const phases = [phase({ score: 0.79999 })];
  expect(verdictOf([cell], { phases, minimum: 0.8 })).toEqual({
    verdict: "broken",
    because: "the contract score is 79.9 %, 80 % is asked for",
  });
  expect(verdictOf([cell], { overall: 0.5, minimum: 0.8 }).because).toBe(
    "the overall score is 50 %, 80 % is asked for",
  );
});

test("what could not be judged is unknown, whatever its severity", () => {
  const open: AgentCell = { ...cell, severity: "low", state: "error", because: "no reset" };
  expect(verdictOf([cell, open])).toEqual({
    verdict: "unknown",
    because: "answers in no-chaos: no reset",
  });
});

test("a fault that did not strike leaves a critical rule open, others where all are", () => {
  const open: AgentCell = { ...cell, state: "inconclusive", because: "nothing struck" };
  expect(verdictOf([cell, open]).verdict).toBe("held");
  expect(verdictOf([open]).verdict).toBe("unknown");
  expect(verdictOf([cell, { ...open, severity: "critical" }]).verdict).toBe("unknown");
});

test("where every rule was left out, or the run was stopped, nothing is known", () => {
  expect(verdictOf([{ ...cell, state: "skipped" }]).because).toBe("no rule applied to anything");
  expect(verdictOf([cell], { isInterrupted: true }).because).toBe("interrupted");
});

function verdictOf(
  cells: readonly AgentCell[],
  options: Partial<Parameters<typeof agentVerdict>[1]> = {},
): ReturnType<typeof agentVerdict> {
  const usual = { phases: [], overall: undefined, minimum: 0, isInterrupted: false };
  return agentVerdict({ cells, conversations: [] }, { ...usual, ...options });
}

function phase(of: Partial<PhaseScore>): PhaseScore {
  return { phase: "contract", score: 1, criticals: [], ...of } as PhaseScore;
}
