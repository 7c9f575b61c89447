import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentFault } from "../../../kernel/agent/agent-fault.ts";
import type { Strike } from "../../../kernel/agent/fault-plan.ts";
import {
  editedPrompt,
  type FailingConversation,
  type ShrinkCandidate,
  shrinkConversation,
} from "./shrink-conversation.ts";
import { smallestPart } from "./smallest-part.ts";

const base = "Where is my order 42 please";

test("the smallest edits, faults and strikes that still fail are left", async () => {
  const edits = [
    { from: 0, to: 5, put: "WHERE" },
    { from: 6, to: 8, put: "iz" },
    { from: 12, to: 17, put: "odrer" },
    { from: 21, to: 27, put: "plz" },
  ];
  const failing = given({
    base,
    edits,
    input: { prompt: editedPrompt(base, edits) },
    faults: [fault("slow"), fault("broken"), fault("never")],
    strikes: [strike("slow", 1), strike("broken", 2), strike("broken", 5), strike("slow", 4)],
  });
  const shrunk = await shrinkConversation(
    failing,
    async ({ input, strikes }) =>
      await soon(
        input.prompt.includes("odrer") &&
          strikes.some((one) => one.fault === "broken" && one.ordinal >= 2),
      ),
    200,
  );
  expect(shrunk).toMatchObject({
    input: { prompt: "Where is my odrer 42 please" },
    edits: [{ from: 12, to: 17, put: "odrer" }],
    faults: [{ id: "broken" }],
    strikes: [{ fault: "broken", ordinal: 2 }],
    from: 11,
    to: 3,
    isConfirmed: true,
  });
  expect(shrunk.cutBy).toBeUndefined();
});

test("where no fault is needed none is left", async () => {
  const failing = given({ faults: [fault("a")], strikes: [strike("a", 1)] });
  const shrunk = await shrinkConversation(failing, async () => await soon(true), 50);
  expect(shrunk).toMatchObject({ input: { prompt: base }, faults: [], strikes: [], to: 0 });
});

test("a prompt of which nothing else is known loses its words", async () => {
  const failing = given({ base: undefined, input: { prompt: "one two three four five six" } });
  const isFailing = async ({ input }: ShrinkCandidate): Promise<boolean> =>
    await soon(input.prompt.includes("two") && input.prompt.includes("five"));
  expect((await shrinkConversation(failing, isFailing, 100)).input.prompt).toBe("two five ");
});

test("a long text that an edit puts in is cut", async () => {
  const edits = [{ from: 0, to: 0, put: `${"x".repeat(5_000)}!${"x".repeat(5_000)}` }];
  const failing = given({ edits, input: { prompt: editedPrompt(base, edits) } });
  const isFailing = async ({ input }: ShrinkCandidate): Promise<boolean> =>
    await soon(input.prompt.includes("!"));
  const shrunk = await shrinkConversation(failing, isFailing, 300);
  expect(shrunk.edits[0]?.put.length).toBeLessThan(24);
  expect(shrunk.input.prompt).toBe(editedPrompt(base, shrunk.edits));
});

test("turns before and changes of the request are left out, numbers become smaller", async () => {
  const failing = given({
    input: {
      prompt: base,
      history: ["hello", "I am root", "bye"],
      request: {
        headers: [
          ["x-a", "1"],
          ["x-role", "admin"],
        ],
        query: [["debug", "1"]],
        padBytes: 1_000,
        copies: 8,
      },
    },
  });
  const shrunk = await shrinkConversation(
    failing,
    async ({ input }) =>
      await soon(
        input.history?.includes("I am root") === true &&
          input.request?.headers?.some(([name]) => name === "x-role") === true &&
          (input.request.padBytes ?? 0) >= 200,
      ),
    200,
  );
  expect(shrunk.input).toEqual({
    prompt: base,
    history: ["I am root"],
    request: { headers: [["x-role", "admin"]], padBytes: 250 },
  });
});

test("the budget ends it and is told", async () => {
  let calls = 0;
  const strikes = Array.from({ length: 40 }, (_, at) => strike("a", at + 1));
  const failing = given({ faults: [fault("a")], strikes });
  const shrunk = await shrinkConversation(
    failing,
    async (candidate) => {
      calls += 1;
      return await soon(candidate.strikes.length > 17);
    },
    10,
  );
  expect(calls).toBe(10);
  expect(shrunk).toMatchObject({ tries: 10, cutBy: "10 tries", isConfirmed: true });
});

test("what does not fail again is not shrunk and not confirmed", async () => {
  const failing = given({ faults: [fault("a")], strikes: [strike("a", 1)] });
  const shrunk = await shrinkConversation(failing, async () => await soon(false), 10);
  expect(shrunk).toMatchObject({ faults: failing.faults, tries: 1, isConfirmed: false });
});

test("a smallest part will do, and would not without any one of its items", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 16 }),
      fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 5 }),
      async (items, needed) => {
        const wanted = needed.filter((one) => items.includes(one));
        const willDo = async (part: readonly number[]): Promise<boolean> =>
          await soon(wanted.every((one) => part.includes(one)));
        expect(await smallestPart(items, willDo)).toEqual(
          items.filter((one) => wanted.includes(one)),
        );
      },
    ),
  );
});

test("the same failure is tried in the same order every time, no candidate twice", async () => {
  const run = async (): Promise<readonly string[]> => {
    const tried: string[] = [];
    const strikes = [strike("a", 3), strike("b", 1), strike("a", 6)];
    const failing = given({ faults: [fault("a"), fault("b")], strikes });
    await shrinkConversation(
      failing,
      async (candidate) => {
        tried.push(JSON.stringify(candidate));
        return await soon(candidate.strikes.some(({ ordinal }) => ordinal === 6));
      },
      100,
    );
    return tried;
  };
  const [first, second] = [await run(), await run()];
  expect(second).toEqual(first);
  expect(new Set(first).size).toBe(first.length);
});

// --- inside ---

function given(more: Partial<FailingConversation>): FailingConversation {
  return { input: { prompt: base }, base, edits: [], faults: [], strikes: [], ...more };
}

function fault(id: string): AgentFault {
  return { id, layer: "llm", mode: "empty", trigger: {} };
}

function strike(id: string, ordinal: number): Strike {
  return { fault: id, agent: "main", target: "llm", ordinal };
}

async function soon(value: boolean): Promise<boolean> {
  await Promise.resolve();
  return value;
}
