import { expect, test } from "vitest";
import { SecretMask } from "../../kernel/agent/index.ts";
import { configIn } from "./certificate/fixtures/sample-report.ts";
import { cellsOf } from "./cells.ts";
import { invariantOf } from "./judge/fixtures/judged.ts";
import type { HeldConversation } from "./talk.ts";
import { UserFunctions } from "./user-functions.ts";

test.each([
  [undefined, "the answer is empty"],
  ["It hung up on the user.", 'the answer is empty; back then: "It hung up on the user."'],
  ["answers: the answer is empty", "the answer is empty"], // the same needs no second telling
])("what fails in a session is told beside what went wrong back then: %s", async (then, told) => {
  const functions = new UserFunctions(configIn("/"), new AbortController().signal);
  const [cell] = await cellsOf(heldWith(then), {
    invariants: [invariantOf({ type: "output_not_empty" })],
    baselines: [],
    tools: [],
    functions,
    mask: new SecretMask(),
    index: 0,
  });
  expect(cell).toMatchObject({ state: "fail", because: told });
});

test("a content type that the agent refuses with 415 is no failure; another error is", async () => {
  const functions = new UserFunctions(configIn("/"), new AbortController().signal);
  const context = {
    invariants: [
      invariantOf({ type: "completes" }),
      invariantOf({ type: "output_not_empty" }),
      invariantOf({ type: "contains", value: "order" }),
    ],
    baselines: [],
    tools: [],
    functions,
    mask: new SecretMask(),
    index: 0,
  };
  const states = async (status: number, contentType: string, meaning = "perturbed") => {
    const error = { kind: "reported", message: `the agent answered ${status}` } as const;
    const held = heldWith(undefined);
    const answer = { text: "", error, ms: 1, status };
    const { session: _, ...talk } = held.talk;
    const mutation = { type: "content_type_confusion", id: "m", meaning, mustDiffer: false };
    const input = { prompt: "hi", request: { contentType } };
    const cells = await cellsOf(
      { ...held, answer, talk: { ...talk, input, mutation } as HeldConversation["talk"] },
      context,
    );
    return cells.map(({ state }) => state);
  };
  for (const type of ["application/vnd.request+json", "application/x-ndjson", "text/plain"]) {
    expect(await states(415, type)).toEqual(["pass", "pass", "skipped"]);
    expect(await states(500, type)).toEqual(["fail", "fail", "fail"]);
  }
  const capitals = "APPLICATION/JSON; Charset=UTF-8"; // the same type
  expect(await states(415, capitals, "preserved")).toEqual(["fail", "fail", "fail"]);
});

function heldWith(expectedFailure: string | undefined): HeldConversation {
  const session = {
    id: "s",
    name: "s",
    source: "manual",
    input: "hi",
    history: [],
    toolResponses: [],
    contract: "default",
    expectedFailure,
  };
  const of = { phase: "replay", scenario: "s", prompt: "hi", trial: 1, cell: "c" } as const;
  const answer = { text: "", error: undefined, ms: 1 };
  return {
    talk: { ...of, faults: [], seed: 1, input: { prompt: "hi" }, session },
    conversation: { ...of, faults: [], sent: "hi", strikes: [], answer, events: [] },
    answer,
    canaries: [],
    problem: undefined,
    stayedAway: [],
  };
}
