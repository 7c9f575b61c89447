import type { AgentEvent } from "../../../kernel/agent/agent-event.ts";
import type { AgentInput } from "../../../kernel/agent/agent-input.ts";
import { parseJsonPath, readJsonPath } from "../../../kernel/agent/json-path.ts";
import type { StoryLine } from "../../../kernel/result/finding.ts";
import { jsonOf } from "../judge/answer-rules.ts";

/** What a story is told of. */
export interface BrokenConversation {
  readonly input: AgentInput;
  readonly events: readonly AgentEvent[];
  /** The invariant that does not hold, and why. */
  readonly broken: { readonly invariant: string; readonly because: string };
}

/** Tells a conversation: what was sent, what struck, what the agent did, and what is wrong. */
export function tellConversation({ input, events, broken }: BrokenConversation): StoryLine[] {
  const agents = new Set(events.map(({ agent }) => agent));
  const lines = events.flatMap((event) => {
    const line = lineOf(event);
    if (line === undefined) return [];
    return agents.size > 1 ? [{ ...line, what: `${event.agent}: ${line.what}` }] : [line];
  });
  return [
    ...sentLines(input),
    ...folded(merged(lines)),
    { kind: "broken", what: broken.invariant, detail: broken.because },
  ];
}

// --- inside ---

const detailMax = 160;

function sentLines({ prompt, history = [], request = {} }: AgentInput): readonly StoryLine[] {
  const before = history.map((turn): StoryLine => step("send before", sentText(turn)));
  const names = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${shortText(JSON.stringify(value))}`);
  const changed = names.length === 0 ? [] : [step("with a request of its own", names.join(", "))];
  return [...before, step("send", sentText(prompt)), ...changed];
}

function lineOf(event: AgentEvent): StoryLine | undefined {
  switch (event.kind) {
    case "model-call":
      return step("ask the model", "");
    case "model-answer":
      return event.status === 0 || event.status >= 400
        ? { kind: "note", what: "the model answers", detail: statusText(event.status) }
        : undefined;
    case "tool-call":
      return step(`call ${event.tool}`, shortText(askedText(event.arguments)));
    case "tool-answer":
      return event.isError
        ? { kind: "note", what: `${event.tool} fails`, detail: shortText(event.text) }
        : undefined;
    case "fault":
      return {
        kind: "fault",
        what: `${event.layer} ${event.mode}`,
        detail: `on call ${event.ordinal} of ${event.target}: ${event.detail}`,
      };
    case "answer":
      return step("answer", event.error === undefined ? shortText(event.text) : event.error);
    case "turn":
      return undefined; // told as what is sent
  }
}

/** The same thing again and again is told once, with how often. */
function merged(lines: readonly StoryLine[]): readonly StoryLine[] {
  const told: { line: StoryLine; count: number }[] = [];
  for (const line of lines) {
    const last = told.at(-1);
    const isSame =
      last !== undefined && last.line.what === line.what && last.line.detail === line.detail;
    if (isSame) last.count += 1;
    else told.push({ line, count: 1 });
  }
  return told.map(({ line, count }) => {
    if (count === 1) return line;
    const times = `${count} times`;
    return { ...line, detail: line.detail === "" ? times : `${line.detail} (${times})` };
  });
}

/** So long a round of lines is looked for, and told once where it comes so often. */
const roundMax = 8;
const roundsMin = 3;

/** An agent that does the same in rounds is told for one round, and how often it went on. */
function folded(lines: readonly StoryLine[]): readonly StoryLine[] {
  const keys = lines.map(({ kind, what, detail }) =>
    [kind, what, detail.replace(/^on call \d+/u, "on call")].join("\0"),
  );
  const told: StoryLine[] = [];
  for (let at = 0; at < lines.length;) {
    const { length, rounds } = roundAt(keys, at);
    told.push(...lines.slice(at, at + length));
    if (rounds > 1) {
      told.push({ kind: "note", what: "and so on", detail: `${rounds - 1} times more` });
    }
    at += length * rounds;
  }
  return told;
}

function roundAt(
  keys: readonly string[],
  at: number,
): { readonly length: number; readonly rounds: number } {
  for (let length = 1; length <= roundMax; length++) {
    let rounds = 1;
    const isAgain = (): boolean =>
      Array.from({ length }).every(
        (_, of) => keys[at + of] !== undefined && keys[at + of] === keys[at + rounds * length + of],
      );
    while (isAgain()) rounds += 1;
    if (rounds >= roundsMin) return { length, rounds };
  }
  return { length: 1, rounds: 1 };
}

function step(what: string, detail: string): StoryLine {
  return { kind: "step", what, detail };
}

function statusText(status: number): string {
  return status === 0 ? "nothing" : String(status);
}

/** What one agent asks another stands deep inside of its message. */
function askedText(given: string): string {
  const body = given.slice(Math.max(0, given.indexOf("{")));
  const texts = readJsonPath(jsonOf(body)?.value, partTexts);
  return texts.length === 0 ? given : texts.map(String).join(" ");
}

const partTexts = parseJsonPath("$.params.message.parts[*].text") ?? [];

function shortText(text: string): string {
  return cut(text.replaceAll(/\s+/gu, " ").trim());
}

/** What was sent keeps its spaces: they may be what breaks it. */
function sentText(text: string): string {
  return cut(text.replaceAll(/\r?\n/gu, " "));
}

function cut(line: string): string {
  return line.length > detailMax ? `${line.slice(0, detailMax)}…` : line;
}
