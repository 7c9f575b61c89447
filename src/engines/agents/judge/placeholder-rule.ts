import { argumentsOf, type ToolCallEvent } from "./call-arguments.ts";
import {
  type CellEvidence,
  eventsOf,
  fail,
  inconclusive,
  type Judgement,
  pass,
  quoted,
} from "./evidence.ts";

/**
 * No text that the agent writes has a value that was missing when it was put together:
 * `undefined`, `NaN`, `[object Object]`, `${city}`. Whatever the agent was given may be repeated.
 */
export function judgePlaceholders(evidence: CellEvidence): Judgement {
  const given = givenTexts(evidence).join("\n");
  const said = eventsOf(evidence, "model-answer").map(({ text }) => text);
  const talked = [given, ...said].join("\n");
  for (const { where, text, isArgument } of writtenTexts(evidence)) {
    const found = placeholderIn(text);
    if (found !== undefined && !hasWord(isArgument ? given : talked, found)) {
      return fail(`${where} has \`${found}\` where a value is missing: ${quoted(text)}`);
    }
  }
  const { text, error } = evidence.answer;
  if (text === "" && error === undefined && eventsOf(evidence, "tool-call").length === 0) {
    return inconclusive("the agent wrote nothing");
  }
  return pass("no text of the agent has a missing value in it");
}

// --- inside ---

interface WrittenText {
  readonly where: string;
  /** A model that asks for `undefined` is no excuse for calling with it. */
  readonly isArgument: boolean;
  readonly text: string;
}

/** What the agent's own code put together: arguments, questions to its model, the answer. */
function writtenTexts(evidence: CellEvidence): readonly WrittenText[] {
  const calls = eventsOf(evidence, "tool-call").flatMap((call) =>
    textsOf(call).map((text) => ({ where: `a call of \`${call.tool}\``, text, isArgument: true })),
  );
  const questions = eventsOf(evidence, "model-call").flatMap(({ given }) =>
    [...(given?.said ?? []), given?.system ?? ""].map((text) => ({
      where: "a question to the model",
      text,
      isArgument: false,
    })),
  );
  return [
    ...calls,
    ...questions,
    { where: "the answer", text: evidence.answer.text, isArgument: false },
  ];
}

function textsOf(call: ToolCallEvent): readonly string[] {
  const address = /^[A-Z]+ (\S+)/u.exec(call.arguments)?.[1];
  const read = argumentsOf(call);
  return [
    ...(address === undefined ? [] : [decoded(address)]),
    ...(read === undefined ? [call.arguments] : stringsIn(read.value)),
  ];
}

/** A `null` of JSON is a value; the text `null` is none. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((one) => stringsIn(one));
}

/** The user's words and what tools answered: an agent may repeat what it was given. */
function givenTexts(evidence: CellEvidence): readonly string[] {
  return [
    evidence.sent.prompt,
    ...(evidence.sent.history ?? []),
    ...eventsOf(evidence, "tool-answer").map(({ text }) => text),
  ];
}

const shapes: readonly RegExp[] = [
  /\[object [A-Z]\w*\]/u,
  /(?<![\w-])(?:undefined|NaN)(?![\w-])/u,
  /\$\{[\w.]+\}|\{\{\s*[\w.]+\s*\}\}/u,
  /^(?:null|None|nan)$/u,
  /(?<=[=/ ])(?:null|None)(?=[&/?.!,]|$)/u,
];

function placeholderIn(text: string): string | undefined {
  for (const shape of shapes) {
    const found = shape.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasWord(given: string, word: string): boolean {
  return given.toLowerCase().includes(word.toLowerCase());
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll("+", " "));
  } catch {
    return address;
  }
}
