import { expect, test } from "vitest";
import type { AgentError } from "../../kernel/agent/agent-input.ts";
import type { AgentFault, AgentInvariant } from "../../kernel/agent/index.ts";
import type { FailedCell } from "./campaign.ts";
import { groupFailures } from "./group-failures.ts";

const phase = "replay" as const;
const fault: AgentFault = { id: "cut", layer: "llm", mode: "stream_cut", trigger: {} };

test("one weakness in many cells is one, and is shown by the cell with the fewest faults", () => {
  const failed = [
    failure("answers", "both", [fault, fault]),
    failure("answers", "one", [fault]),
    failure("answers", "another", [fault]),
  ];
  expect(told(failed)).toEqual(["answers in one, 3"]);
});

test("the easiest cell of each other scenario stands by, the easier one first", () => {
  const failed = [
    failure("answers", "both", [fault, fault]),
    failure("answers", "none", []),
    failure("answers", "none", []),
    failure("answers", "one", [fault, fault]),
    failure("answers", "one", [fault]),
  ];
  const [{ easiest, others } = nothing()] = groupFailures(failed, "support");
  expect([easiest, ...others]).toEqual([failed[1], failed[4], failed[0]]);
});

test("what failed in a replay is shown by another cell, where there is one", () => {
  const session = failure("answers", "incident", []);
  const replay = { ...session, held: { ...session.held, talk: { ...session.held.talk, phase } } };
  expect(told([replay])).toEqual(["answers in incident, 1"]);
  expect(told([replay, failure("answers", "one", [fault])])).toEqual(["answers in one, 2"]);
});

test("another rule, or no answer at all, is another weakness", () => {
  const failed = [
    failure("answers", "a", []),
    failure("is polite", "b", []),
    failure("answers", "c", [], { kind: "timeout", message: "too late" }),
  ];
  expect(told(failed)).toEqual(["answers in a, 1", "is polite in b, 1", "answers in c, 1"]);
});

function nothing(): never {
  throw new Error("nothing failed");
}

function told(failed: readonly FailedCell[]): readonly string[] {
  return groupFailures(failed, "support").map(
    ({ easiest, occurrences }) =>
      `${easiest.invariant.id} in ${easiest.held.talk.scenario}, ${occurrences}`,
  );
}

function failure(
  id: string,
  scenario: string,
  faults: readonly AgentFault[],
  error?: AgentError,
): FailedCell {
  const of = { phase: "contract", scenario, prompt: "hi", trial: 1, cell: "c", faults } as const;
  const answer = { text: "", error, ms: 1 };
  const rule = { type: "output_not_empty" } as const;
  const severity = "high";
  const plain = { description: "", severity, when: "always", negate: false, probes: [] } as const;
  const invariant: AgentInvariant = { id, rule, ...plain };
  return {
    invariant,
    cell: {
      ...of,
      invariant: id,
      severity,
      state: "fail",
      because: "it said nothing",
      conversation: 0,
    },
    held: {
      talk: { ...of, seed: 1, input: { prompt: "hi" } },
      conversation: { ...of, sent: "hi", strikes: [], answer, events: [] },
      answer,
      canaries: [],
      stayedAway: [],
      problem: undefined,
    },
  };
}
