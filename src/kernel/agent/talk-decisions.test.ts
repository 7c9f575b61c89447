import fc from "fast-check";
import { expect, test } from "vitest";
import { decidedTalk, type DecidedTalk, talkDecisions, talkSize } from "./talk-decisions.ts";

const strike = { fault: "f", agent: "main", target: "llm" };

const talk: DecidedTalk = {
  prompt: "Refund B23.",
  edits: [{ from: 0, to: 6, put: "Please refund" }],
  history: ["Hello.", ""],
  changes: [
    { key: "headers", value: ["x-a", "1"] },
    { key: "padBytes", value: 4_000 },
    { key: "body", value: "{}" },
  ],
  faults: [
    {
      id: "f",
      strikes: [
        { ...strike, call: "c", occurrence: 2 },
        { ...strike, call: "c" },
        { ...strike, ordinal: 3 },
        strike,
      ],
    },
    { id: "never struck", strikes: [] },
  ],
};

test("a conversation is its decisions, and back", () => {
  expect(decidedTalk(talkDecisions(talk))).toEqual(talk);
  expect(talkSize(talkDecisions(talk))).toBe(1 + 2 + 3 + 2 + 4);
});

test("any span may be left out, and what is left is a conversation", () => {
  const decisions = talkDecisions(talk);
  for (const [at, decision] of decisions.entries()) {
    if (decision.kind !== "span") continue;
    let end = at;
    for (let depth = 0; end < decisions.length; end++) {
      if (decisions[end]?.kind === "span") depth += 1;
      if (decisions[end]?.kind === "end") depth -= 1;
      if (depth === 0) break;
    }
    const left = [...decisions.slice(0, at), ...decisions.slice(end + 1)];
    expect(decidedTalk(left)).toBeDefined();
  }
});

test("decisions that mean no conversation are none, whatever they are", () => {
  const decisions = talkDecisions(talk);
  expect(decidedTalk([])).toBeUndefined();
  expect(decidedTalk(decisions.slice(1))).toBeUndefined();
  expect(decidedTalk(decisions.slice(0, -1))).toBeUndefined();
  fc.assert(
    fc.property(fc.shuffledSubarray([...decisions]), (some) => {
      const read = decidedTalk(some);
      expect(read === undefined || decidedTalk(talkDecisions(read)) !== undefined).toBe(true);
    }),
  );
});

test("a number that is too small to change anything means none", () => {
  const copies = (value: number): DecidedTalk | undefined =>
    decidedTalk(talkDecisions({ ...talk, changes: [{ key: "copies", value }] }));
  expect(copies(2)?.changes).toEqual([{ key: "copies", value: 2 }]);
  expect(copies(1)).toBeUndefined();
});
