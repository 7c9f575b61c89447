import { judgeSchema, type RuleOf } from "./answer-rules.ts";
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
import { isTable } from "../plain-table.ts";

/**
 * Every call of the tool has arguments as a schema says: the user's, or the one that the model is
 * given with the tool. With `from`, one argument must have been in an earlier answer of that tool.
 */
export function judgeArguments(rule: RuleOf<"tool_arguments">, evidence: CellEvidence): Judgement {
  const calls = eventsOf(evidence, "tool-call").filter(
    ({ tool }) => rule.tool === undefined || tool === rule.tool,
  );
  const named = rule.tool === undefined ? "a tool" : `\`${rule.tool}\``;
  if (calls.length === 0) return inconclusive(`${named} was never called`);
  const own = rule.schema === undefined ? schemasOf(evidence) : undefined;
  let judged = 0;
  for (const [at, call] of calls.entries()) {
    const nth = `call ${at + 1} of \`${call.tool}\``;
    const read = argumentsOf(call);
    const schema = rule.schema ?? own?.get(call.tool);
    const isCarried = rule.from !== undefined;
    if (schema === undefined && !isCarried) continue;
    judged += 1;
    if (read === undefined) return fail(`${nth}: ${quoted(call.arguments)} is not JSON`);
    const problem = schema === undefined ? undefined : judgeSchema(read.value, schema);
    if (problem !== undefined) return { ...problem, because: `${nth}: ${problem.because}` };
    const foreign = isCarried ? notCarried(rule, evidence, call) : undefined;
    if (foreign !== undefined) return fail(`${nth}: ${foreign}`);
  }
  if (judged === 0) {
    return inconclusive(`no definition of ${named} was seen on the wire; give a \`schema\``);
  }
  const held =
    rule.from === undefined ? "are as the schema says" : `have what \`${rule.from}\` said`;
  return pass(`${judged} calls of ${named} ${held}`);
}

/** The schemas of tools as the model is given them; the last one of each. */
export function schemasOf(evidence: CellEvidence): ReadonlyMap<string, unknown> {
  return new Map(
    eventsOf(evidence, "model-call").flatMap(({ given }) => Object.entries(given?.schemas ?? {})),
  );
}

// --- inside ---

/** Why an argument was not carried over from an earlier answer; undefined where it was. */
function notCarried(
  { argument = "", from = "" }: RuleOf<"tool_arguments">,
  { events }: CellEvidence,
  call: ToolCallEvent,
): string | undefined {
  const value = valueAt(argumentsOf(call)?.value, argument);
  if (value === undefined) return `it has no \`${argument}\``;
  const before = events.slice(0, events.indexOf(call));
  const answers = before.filter(
    (event) => event.kind === "tool-answer" && event.tool === from && !event.isError,
  );
  if (answers.length === 0) return `\`${from}\` had not answered before it`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const isThere = answers.some((event) => "text" in event && hasValue(event.text ?? "", text));
  return isThere
    ? undefined
    : `\`${argument}\` is ${quoted(text)}, which no answer of \`${from}\` had`;
}

function valueAt(value: unknown, path: string): unknown {
  let at: unknown = value;
  for (const key of path.split(".")) {
    if (!isTable(at)) return undefined;
    at = at[key];
  }
  return at;
}

/** As a whole: `7` is no part of `A17`. */
function hasValue(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const isWhole = !isPart(text[at - 1]) && !isPart(text[at + value.length]);
    if (value !== "" && isWhole) return true;
    if (value === "") return false;
  }
  return false;
}

function isPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
