import { describe, expect, test } from "vitest";
import type { AgentCell } from "../../kernel/agent/index.ts";
import { agentVerdict } from "./agent-verdict.ts";

const passed: AgentCell = {
  phase: "contract",
  invariant: "answers",
  severity: "high",
  scenario: "no-chaos",
  prompt: "Hello",
  trial: 1,
  state: "pass",
  because: "",
  conversation: 0,
};
const failed: AgentCell = { ...passed, state: "fail", because: "nothing was said" };
const options = { phases: [], overall: 0.5, minimum: 0, isInterrupted: false };

describe("failures that are not critical", () => {
  test("are told where they are allowed, so that nobody reads that nothing broke", () => {
    expect(agentVerdict([passed, failed], options)).toEqual({
      verdict: "held",
      because: "1 of 2 cells failed, none of them critical, and no score is asked for",
    });
    expect(agentVerdict([passed], options)).toEqual({ verdict: "held", because: "" });
  });

  test("break the whole where the score that is asked for is not reached", () => {
    expect(agentVerdict([passed, failed], { ...options, minimum: 0.6 })).toEqual({
      verdict: "broken",
      because: "the overall score is 50 %, 60 % is asked for",
    });
  });
});
