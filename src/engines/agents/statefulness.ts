import type { AgentAnswer, Conversation } from "../../kernel/agent/index.ts";
import { isTable } from "./plain-table.ts";

/** One of several conversations about the same, and what the model was first asked in it. */
export interface Repeat {
  readonly events: Conversation["events"];
  readonly answer: AgentAnswer;
  /** The body of the first question to a model, where one was seen. */
  readonly question: string | undefined;
}

/** How often the same is asked of an agent whose calls cannot be seen. */
export const blindRepeats = 3;

/** Whether an agent shows what it asks; one that does not can be judged by its answers only. */
export function isBlind({ question, events }: Repeat): boolean {
  return question === undefined && firstTool(events) === undefined;
}

/**
 * What is to be said of an agent that is asked the same again: that it remembers, that nobody can
 * tell, or nothing. What it first asks its model or tool is a sign, but for numbers, times and ids,
 * which differ anyway. Answers are none as long as anything can be seen, because a model may answer
 * the same question in other words each time.
 */
export function memoryNote(
  repeats: readonly Repeat[],
  { hasReset }: { readonly hasReset: boolean },
): string | undefined {
  if (repeats.some(({ answer }) => answer.error !== undefined)) return undefined;
  if (repeats.some((repeat) => !isBlind(repeat))) {
    const firsts = new Set(repeats.map(firstAsked));
    return firsts.size > 1 ? rememberNote : undefined;
  }
  const answers = repeats.map(({ answer }) => masked(answer.text));
  const kinds = new Set(answers).size;
  if (kinds === 1 || hasReset || repeats.length < blindRepeats) return undefined;
  const isOnlyFirst = kinds === 2 && answers.lastIndexOf(answers[0] ?? "") === 0;
  return isOnlyFirst ? seemsNote : blindNote;
}

// --- inside ---

const fix = "Set `reset_endpoint` or `reset_function`, or cells depend on those before them";
const rememberNote =
  "the agent remembers between conversations: asked the same again, it asks its model or tool " +
  `something else. ${fix}`;
const seemsNote =
  "the agent seems to remember between conversations: asked the same three times, it answered " +
  `otherwise the first time only. ${fix}`;
const blindNote =
  "whether the agent remembers between conversations cannot be told: it answers the same " +
  "question in other words each time, and none of its calls were seen. If it does, set " +
  "`reset_endpoint` or `reset_function`";

/** How many messages there are, what stands in them and which tools there are. */
function firstAsked({ question, events }: Repeat): string {
  if (question === undefined) return masked(firstTool(events) ?? "");
  const body = parsed(question);
  if (!isTable(body)) return masked(question);
  const { messages, input, system, instructions, tools } = body;
  return masked(JSON.stringify([messages ?? input, system ?? instructions, tools]));
}

function firstTool(events: Repeat["events"]): string | undefined {
  const call = events.find(({ kind }) => kind === "tool-call");
  return call?.kind === "tool-call" ? `${call.tool} ${call.arguments}` : undefined;
}

/** Without numbers, ids, days, months and zones: whatever is asked at another time has others. */
function masked(text: string): string {
  return text
    .replaceAll(/[\w+-]+/gu, (word) => (/\d/u.test(word) ? "0" : word))
    .replaceAll(/\b(?:mon|tue|wed|thu|fri|sat|sun)(?:\w*day)?\b/giu, "0")
    .replaceAll(/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/giu, "0")
    .replaceAll(/\b(?:am|pm)\b/giu, "0");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
