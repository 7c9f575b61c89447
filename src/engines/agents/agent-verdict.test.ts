import { describe, expect, test } from "vitest";
import type { AgentCell } from "../../kernel/agent/index.ts";
import { agentVerdict } from "./agent-verdict.ts";

const options = { phases: [], overall: 0.5, minimum: 0, isInterrupted: false };

function cell(state: AgentCell["state"], severity: AgentCell["severity"] = "medium"): AgentCell {
  const place = { phase: "contract", scenario: "outage", prompt: "hello", trial: 1 } as const;
  return { ...place, invariant: "polite", severity, state, because: "", conversation: 0 };
}

describe("the verdict about an agent", () => {
  test("says of what failed that it was not critical, where it holds all the same", () => {
    expect(agentVerdict([cell("pass"), cell("fail")], options)).toEqual({
      verdict: "held",
      because: "1 cell failed, none of a critical rule: it holds all the same",
    });
    expect(agentVerdict([cell("pass")], options)).toEqual({ verdict: "held", because: "" });
  });

  test("is unknown where a critical cell could not be judged", () => {
    const cells = [cell("pass"), cell("inconclusive", "critical")];
    expect(agentVerdict(cells, options).verdict).toBe("unknown");
    expect(agentVerdict([cell("pass"), cell("inconclusive")], options).verdict).toBe("held");
  });
});
