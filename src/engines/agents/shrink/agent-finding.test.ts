import { expect, test } from "vitest";
import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import type { AgentInvariant } from "../../../kernel/agent/agent-invariant.ts";
import { tellConversation } from "./tell-conversation.ts";
import { type FailedConversation, findingOf } from "./agent-finding.ts";

const invariant: AgentInvariant = {
  id: "refund is honest",
  description: "",
  severity: "critical",
  when: "always",
  negate: false,
  probes: [],
  rule: { type: "no_success_after_tool_error", success: [] },
};

const events: readonly AgentEvent[] = [
  { kind: "turn", agent: "desk", atMs: 0, turn: 1, input: "Refund 42" },
  ...[1, 2].map((call): AgentEvent => ({
    kind: "model-call",
    agent: "desk",
    atMs: call,
    call,
    protocol: "messages",
    model: "m",
    isStream: false,
    question: "q",
    tools: [],
  })),
  {
    kind: "tool-call",
    agent: "desk",
    atMs: 3,
    id: "1",
    tool: "refund",
    arguments: '{"id":42}',
    wire: "http",
  },
  {
    kind: "fault",
    agent: "desk",
    atMs: 4,
    fault: "f",
    layer: "tool",
    mode: "error",
    target: "refund",
    ordinal: 1,
    detail: "503",
  },
  {
    kind: "tool-answer",
    agent: "desk",
    atMs: 5,
    id: "1",
    tool: "refund",
    isError: true,
    text: "down",
    wire: "http",
    ms: 1,
  },
  { kind: "answer", agent: "desk", atMs: 6, turn: 1, text: "All done!", error: undefined, ms: 6 },
];

test("a finding tells what was sent, what struck, what was done and what is wrong", () => {
  const { story, ...finding } = findingOf(failed({}));
  expect(story.map(({ kind, what, detail }) => `${kind} | ${what} | ${detail}`)).toEqual([
    "step | send | Refund 42",
    "step | ask the model | 2 times",
    'step | call refund | {"id":42}',
    "fault | tool error | on call 1 of refund: 503",
    "note | refund fails | down",
    "step | answer | All done!",
    "broken | refund is honest | claims success",
  ]);
  expect(finding).toMatchObject({
    kind: "property",
    subject: "Support Desk",
    message: "claims success",
    shrunk: { from: 9, to: 2, attempts: 12, cutBy: "12 tries" },
    occurrences: 3,
    runIndex: 7,
    isConfirmed: true,
  });
  expect(finding.id).toBe(`support-desk-${finding.identity.key.slice(0, 8)}`);
});

test("where several agents talk, every line names whose it is", () => {
  const [first, ...rest] = events;
  const hop: AgentEvent = { ...events.at(-1), agent: "bank" } as AgentEvent;
  const all = [first, ...rest, hop].filter((one) => one !== undefined);
  const { answer } = failed({}).conversation;
  const { story } = findingOf(failed({ conversation: { answer, events: all } }));
  expect(story.map(({ what }) => what)).toContain("bank: answer");
  expect(story.map(({ what }) => what)).toContain("desk: call refund");
});

test("a finding is the same whatever the scenario and the words, not for another rule", () => {
  const key = (more: Partial<FailedConversation>): string => findingOf(failed(more)).identity.key;
  const timeout = { kind: "timeout", message: "30 s" } as const;
  const late = { answer: { text: "", error: timeout, ms: 1 }, events: [] };
  expect(key({ cell: { because: "another sentence", conversation: 1 } })).toBe(key({}));
  expect(key({ invariant: { ...invariant, id: "other" } })).not.toBe(key({}));
  expect(key({ invariant: { ...invariant, rule: { type: "completes" } } })).not.toBe(key({}));
  expect(key({ conversation: late })).not.toBe(key({}));
});

test("rounds without end are told once, with how often they went on", () => {
  const round = (call: number): readonly AgentEvent[] => [
    {
      kind: "tool-call",
      agent: "desk",
      atMs: call,
      id: String(call),
      tool: "refund",
      arguments: "",
      wire: "http",
    },
    {
      kind: "fault",
      agent: "desk",
      atMs: call,
      fault: "f",
      layer: "tool",
      mode: "error",
      target: "refund",
      ordinal: call,
      detail: "503",
    },
  ];
  const broken = { invariant: "ends", because: "no answer" };
  const calls = Array.from({ length: 200 }, (_, at) => round(at + 1)).flat();
  const told = tellConversation({ input: { prompt: "Refund 42" }, events: calls, broken });
  expect(told.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
    "send: Refund 42",
    "call refund: ",
    "tool error: on call 1 of refund: 503",
    "and so on: 199 times more",
    "ends: no answer",
  ]);
});

// --- inside ---

function failed(more: Partial<FailedConversation>): FailedConversation {
  return {
    agent: "Support Desk",
    invariant,
    cell: { because: "claims success", conversation: 7 },
    conversation: { answer: { text: "All done!", error: undefined, ms: 6 }, events },
    input: { prompt: "Refund 42" },
    shrunk: {
      tries: 12,
      from: 9,
      to: 2,
      cutBy: "12 tries",
      isConfirmed: true,
    },
    occurrences: 3,
    ...more,
  };
}

test("what was sent is told with its spaces, which may be what breaks it", () => {
  const broken = { invariant: "polite", because: "it is not" };
  const [send] = tellConversation({ input: { prompt: "open   on\nMonday?" }, events: [], broken });
  expect(send?.detail).toBe("open   on Monday?");
});

test("what one agent asks another is told in its words, not in those of the protocol", () => {
  const message = { role: "user", parts: [{ kind: "text", text: "a train" }] };
  const rpc = { jsonrpc: "2.0", id: 1, method: "message/send", params: { message } };
  const call = { kind: "tool-call", agent: "planner", atMs: 1, id: "1", wire: "peer" } as const;
  const told = (given: string): string | undefined =>
    tellConversation({
      input: { prompt: "go" },
      events: [{ ...call, tool: "booker", arguments: given }],
      broken: { invariant: "booked", because: "it is not" },
    })[1]?.detail;
  expect(told(`POST / ${JSON.stringify(rpc)}`)).toBe("a train");
  expect(told('POST / {"id":7}')).toBe('POST / {"id":7}');
  expect(told("POST / {")).toBe("POST / {");
});

test("a long conversation is told whole; what is left out of it is for the report to say", () => {
  const call = { kind: "tool-call", agent: "planner", atMs: 1, id: "1", wire: "http" } as const;
  const told = tellConversation({
    input: { prompt: "go" },
    events: Array.from({ length: 30 }, (_, at) => ({ ...call, tool: `t${at}`, arguments: "" })),
    broken: { invariant: "booked", because: "it is not" },
  });
  expect(told).toHaveLength(1 + 30 + 1);
});
