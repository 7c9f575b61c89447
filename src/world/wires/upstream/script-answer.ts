import { sha256 } from "../../../kernel/values/sha256.ts";
import { givenUp, matchWithin } from "../../within-time.ts";
import { parsed } from "../loose-json.ts";
import type { ModelQuestion, QuestionItem } from "./model-question.ts";
import type { ModelScript, ScriptFinish, ScriptRule, ScriptWhen } from "./model-script.ts";

/** What a scripted model answers, before it is put into the words of a protocol. */
export interface ScriptAnswer {
  /** The same question gets the same id, and so do the calls in it. */
  readonly id: string;
  readonly text: string;
  readonly calls: readonly {
    readonly id: string;
    readonly tool: string;
    /** JSON. */
    readonly arguments: string;
  }[];
  readonly finish: ScriptFinish;
  readonly chunk: number;
  /** Words that were read and written. */
  readonly usage: { readonly input: number; readonly output: number };
}

/** A pattern of a rule that did not end in time, so that nobody knows which rule fits. */
export class EndlessPattern extends Error {}

/** The answer of the first rule that fits; undefined where none does. */
export function scriptAnswer(
  script: ModelScript,
  question: ModelQuestion,
): ScriptAnswer | undefined {
  const moment = momentOf(question);
  for (const [index, { when, ...rule }] of script.rules.entries()) {
    const groups = fit(when, moment, (pattern) => {
      throw new EndlessPattern(endlessText(pattern, { script, index, when }));
    });
    if (groups !== undefined) return answerOf({ when, ...rule }, moment, groups);
  }
  return undefined;
}

/** How many words a text has; it stands for the count of tokens. */
export function wordsCount(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

// --- inside ---

/** A question as rules see it. */
interface Moment {
  readonly system: string;
  /** What the user said last. */
  readonly user: string;
  /** The results that the model has not answered yet. */
  readonly results: readonly { readonly tool: string; readonly text: string }[];
  readonly everything: string;
  readonly turn: number;
  readonly call: number;
}

function momentOf({ system, items, tools }: ModelQuestion): Moment {
  const isModel = ({ kind }: QuestionItem): boolean => kind === "assistant" || kind === "call";
  const tail = items.slice(items.findLastIndex(isModel) + 1);
  const toolOf = new Map(
    items.flatMap((item): [string, string][] =>
      item.kind === "call" ? [[item.id, item.tool]] : [],
    ),
  );
  const results = tail.flatMap((item) =>
    item.kind === "result" ? [{ tool: toolOf.get(item.id) ?? "", text: item.text }] : [],
  );
  const groups = userGroups(items);
  const lastUser = groups.at(-1);
  // What stands beside a result is no turn of its own: the user spoke before the tool was called.
  const isBeside = results.length > 0 && tail.some(({ kind }) => kind === "user");
  const spoken = isBeside ? groups.slice(-2) : groups.slice(-1);
  const from = isBeside ? (groups.at(-2)?.end ?? 0) : (lastUser?.end ?? 0);
  return {
    system,
    user: spoken.map(({ text }) => text).join("\n"),
    results,
    everything: [system, tools, ...items.map(({ text }) => text)].join("\n"),
    turn: Math.max(1, groups.length - (isBeside ? 1 : 0)),
    call: answersCount(items.slice(from)) + 1,
  };
}

interface UserGroup {
  readonly text: string;
  /** The index after its last item. */
  readonly end: number;
}

/** What the user said, a group for each time that the model answered in between. */
function userGroups(items: readonly QuestionItem[]): readonly UserGroup[] {
  const groups: UserGroup[] = [];
  items.forEach((item, index) => {
    if (item.kind !== "user") return;
    const last = groups.at(-1);
    if (last !== undefined && last.end === index) {
      groups[groups.length - 1] = { text: `${last.text}\n${item.text}`, end: index + 1 };
    } else groups.push({ text: item.text, end: index + 1 });
  });
  return groups;
}

/** One answer of a model may be a text with calls beside it. */
function answersCount(items: readonly QuestionItem[]): number {
  let count = 0;
  let isInside = false;
  for (const { kind } of items) {
    const isModel = kind === "assistant" || kind === "call";
    if (isModel && !isInside) count += 1;
    isInside = isModel;
  }
  return count;
}

/** The groups of all patterns if the rule fits. */
function fit(
  when: ScriptWhen,
  moment: Moment,
  onEndless: (pattern: RegExp) => never,
): readonly string[] | undefined {
  const saysTools = (when.toolResult ?? when.toolResultMatches ?? when.call) !== undefined;
  if (when.user !== undefined && !saysTools && moment.results.length > 0) return undefined;
  if (when.turn !== undefined && when.turn !== moment.turn) return undefined;
  if (when.call !== undefined && when.call !== moment.call) return undefined;
  const results = moment.results.filter(
    ({ tool }) => when.toolResult === undefined || when.toolResult === tool,
  );
  if (when.toolResult !== undefined && results.length === 0) return undefined;
  const found: RegExpExecArray[] = [];
  const texts: readonly (readonly [RegExp | undefined, readonly string[]])[] = [
    [when.user, [moment.user]],
    [when.toolResultMatches, results.map(({ text }) => text)],
    [when.system, [moment.system]],
    [when.any, [moment.everything]],
  ];
  for (const [pattern, read] of texts) {
    if (pattern === undefined) continue;
    const match = firstMatch(pattern, read);
    if (match === "endless") return onEndless(pattern);
    if (match === undefined) return undefined;
    found.push(match);
  }
  return found.flatMap((match) => match.slice(1).map((group) => group ?? ""));
}

/** A pattern that was given up once is given up at once: nobody waits for it again. */
function firstMatch(
  pattern: RegExp,
  texts: readonly string[],
): RegExpExecArray | "endless" | undefined {
  for (const text of texts) {
    const done = endless.has(pattern) ? undefined : matchWithin(pattern, text);
    if (done === undefined) {
      endless.add(pattern);
      return "endless";
    }
    if (done.value !== null) return done.value;
  }
  return undefined;
}

const endless = new WeakSet<RegExp>();

function endlessText(
  pattern: RegExp,
  of: { readonly script: ModelScript; readonly index: number; readonly when: ScriptWhen },
): string {
  const { shown, lineOf } = of.script;
  const pairs: readonly (readonly [string, RegExp | undefined])[] = [
    ["user", of.when.user],
    ["tool_result_matches", of.when.toolResultMatches],
    ["system", of.when.system],
    ["any", of.when.any],
  ];
  const key = pairs.find(([, one]) => one === pattern)?.[0] ?? "when";
  const line = lineOf?.(`/rules/${of.index}/when/${key}`);
  const place = line === undefined ? `rule ${of.index + 1} of ${shown}` : `${shown}:${line}`;
  return givenUp(`\`${key}\` (${place}), ${String(pattern)},`, "a question");
}

function answerOf(rule: ScriptRule, moment: Moment, groups: readonly string[]): ScriptAnswer {
  const fill = new Filling(moment, groups, rule.when.toolResult);
  const text = rule.say === undefined ? "" : fill.text(rule.say);
  const id = sha256(moment.everything).slice(0, 24);
  const calls = rule.calls.map(({ tool, arguments: given }, index) => ({
    id: sha256(`${id}\0${index}\0${tool}`).slice(0, 24),
    tool: fill.text(tool),
    arguments: JSON.stringify(fill.data(given)),
  }));
  const written = [text, ...calls.map((call) => call.arguments)].join(" ");
  return {
    id,
    text,
    calls,
    finish: rule.finish ?? (calls.length > 0 ? "tool_calls" : "stop"),
    chunk: rule.chunk,
    usage: { input: wordsCount(moment.everything), output: wordsCount(written) },
  };
}

/** Puts what was asked and found into what the script says. */
class Filling {
  readonly #moment: Moment;
  readonly #groups: readonly string[];
  readonly #result: string;

  constructor(moment: Moment, groups: readonly string[], tool: string | undefined) {
    this.#moment = moment;
    this.#groups = groups;
    const fitting = moment.results.filter((one) => tool === undefined || one.tool === tool);
    this.#result = fitting.at(-1)?.text ?? "";
  }

  text(text: string): string {
    return text.replace(hole, (_, group: string | undefined, name = "", other = "") => {
      if (group !== undefined) return this.#groups[Number(group) - 1] ?? "";
      const value = this.#value(String(name)) ?? other;
      return typeof value === "string" ? value : JSON.stringify(value);
    });
  }

  /** A text that is nothing but a hole becomes what it stands for, so a number stays one. */
  data(value: unknown): unknown {
    if (typeof value === "string") {
      const [, name] = wholeHole.exec(value) ?? [];
      const found = name === undefined ? undefined : this.#value(name);
      return found ?? this.text(value);
    }
    if (Array.isArray(value)) return value.map((item) => this.data(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.data(item)]));
  }

  #value(name: string): unknown {
    if (name === "input") return this.#moment.user;
    if (name === "result") return this.#result;
    let value = parsed(this.#result);
    for (const key of name.split(".").slice(1)) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
        return undefined;
      }
      value = (value as Readonly<Record<string, unknown>>)[key];
    }
    return value ?? undefined;
  }
}

// `$1`, `{{input}}`, `{{result.total}}`, `{{result.total|no total}}`
const hole = /\$([1-9])|\{\{\s*(input|result(?:\.[\w-]+)*)\s*(?:\|([^}]*))?\}\}/g;
const wholeHole = /^\{\{\s*(result(?:\.[\w-]+)+)\s*\}\}$/;
