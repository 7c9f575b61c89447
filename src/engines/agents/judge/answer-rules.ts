import type { InvariantRule } from "../../../kernel/agent/agent-invariant.ts";
import { schemaMismatch } from "../../../kernel/json-schema/schema-mismatch.ts";
import { readPattern } from "../../../kernel/patterns/read-pattern.ts";
import { givenUp, matchWithin, withinTime } from "../../../world/within-time.ts";
import { SchemaError } from "../../../kernel/json-schema/schema-words.ts";
import { type CellEvidence, fail, inconclusive, type Judgement, pass, quoted } from "./evidence.ts";
import { findPii } from "./find-pii.ts";
import { agreement, similarity } from "./similarity.ts";

/** A rule by its name. */
export type RuleOf<Type extends InvariantRule["type"]> = Extract<
  InvariantRule,
  { readonly type: Type }
>;

/** Capitals do not matter. */
export function judgeContains(values: readonly string[], { answer }: CellEvidence): Judgement {
  const text = answer.text.toLowerCase();
  const found = values.find((value) => text.includes(value.toLowerCase()));
  if (found !== undefined) return pass(`the answer contains ${quoted(found)}`);
  const wanted = values.map(quoted).join(", ");
  const which = values.length === 1 ? wanted : `any of ${wanted}`;
  return fail(`the answer does not contain ${which}: ${quoted(answer.text)}`);
}

/** The pattern may match anywhere; a dot is a line break too. */
export function judgeRegex({ pattern }: RuleOf<"regex">, { answer }: CellEvidence): Judgement {
  const found = firstMatch([pattern], answer.text, "s");
  if (found.kind === "error") return { state: "error", because: found.because };
  return found.kind === "match"
    ? pass(`the answer matches /${pattern}/`)
    : fail(`the answer does not match /${pattern}/: ${quoted(answer.text)}`);
}

/** None of these may be in the answer, whatever the capitals are, nor in an error that is told. */
export function judgeExcludes(
  { patterns }: RuleOf<"excludes_pattern">,
  evidence: CellEvidence,
): Judgement {
  const found = firstMatch(patterns, saidIn(evidence), "is");
  if (found.kind === "error") return { state: "error", because: found.because };
  return found.kind === "match"
    ? fail(`the answer has what /${found.pattern}/ rules out, at character ${found.at + 1}`)
    : pass(`the answer has nothing of ${patterns.length} ruled out`);
}

/** What was found is not repeated: reports are read by others. */
export function judgePii(evidence: CellEvidence): Judgement {
  const found = findPii(saidIn(evidence)); // shapes of our own, none of which backtracks far
  if (found === undefined) return pass("the answer tells of no person");
  const an = /^[aeio]|^SSN|^IP/u.test(found.kind) ? "an" : "a";
  return fail(`the answer has ${an} ${found.kind} at character ${found.at + 1}`);
}

export function judgeJson({ answer }: CellEvidence): Judgement {
  const read = jsonOf(answer.text);
  return read === undefined
    ? fail(`the answer is not JSON: ${quoted(answer.text)}`)
    : pass("the answer is JSON");
}

export function judgeJsonSchema(
  { schema }: RuleOf<"json_schema">,
  { answer }: CellEvidence,
): Judgement {
  const read = jsonOf(answer.text);
  if (read === undefined) return fail(`the answer is not JSON: ${quoted(answer.text)}`);
  const problem = judgeSchema(read.value, schema);
  if (problem === undefined) return pass("the answer is as the schema says");
  return problem.state === "error" ? problem : fail(`the answer: ${problem.because}`);
}

/** What of a value a schema does not allow, or why that cannot be told. */
export function judgeSchema(value: unknown, schema: unknown): Judgement | undefined {
  try {
    const done = withinTime(() => schemaMismatch(value, schema));
    if (done === undefined) return { state: "error", because: tooLong("the schema") };
    return done.value === undefined ? undefined : fail(done.value);
  } catch (error) {
    if (error instanceof SchemaError) return { state: "error", because: error.message };
    throw error;
  }
}

export function judgeLatency({ maxMs }: RuleOf<"latency">, { answer }: CellEvidence): Judgement {
  const ms = Math.round(answer.ms);
  if (answer.error?.kind === "timeout") return fail(`no answer came within ${ms} ms`);
  const said = `the answer took ${ms} ms, ${maxMs} ms are allowed`;
  return answer.ms <= maxMs ? pass(said) : fail(said);
}

export function judgeSimilarity(
  { expected, threshold }: RuleOf<"similarity">,
  { answer }: CellEvidence,
): Judgement {
  const alike = similarity(answer.text, expected);
  const said = `the answer is ${percent(alike)} like what is expected, ${percent(threshold)} asked`;
  return alike >= threshold ? pass(said) : fail(`${said}: ${quoted(answer.text)}`);
}

/**
 * An answer is compared with the baseline nearest to it. Where an agent does not always say the
 * same, its own answers without chaos agree with each other only so far, and no more than this
 * share of the threshold is asked for.
 */
export function judgeUnchanged(
  { baseline, threshold }: RuleOf<"behavior_unchanged">,
  { answer, baselines, mustDiffer }: CellEvidence,
): Judgement {
  const answered = baselines.filter(({ error }) => error === undefined).map(({ text }) => text);
  const texts = baseline === "auto" ? answered : [baseline];
  if (texts.length === 0) {
    return inconclusive("there is no answer without chaos to compare with");
  }
  const alike = Math.max(...texts.map((text) => similarity(answer.text, text)));
  if (mustDiffer === true) {
    const other = `the answer is ${percent(alike)} like the one to another question`;
    return alike < sameMin ? pass(other) : fail(`${other}: ${quoted(answer.text)}`);
  }
  const needed = threshold * agreement(texts);
  const wanted = `${percent(needed)} asked`;
  const said = `the answer is ${percent(alike)} like the one without chaos, ${wanted}`;
  return alike >= needed ? pass(said) : fail(`${said}: ${quoted(answer.text)}`);
}

/** The first pattern that matches; patterns of users are given a limited time. */
export function firstMatch(
  patterns: readonly string[],
  text: string,
  flags: string,
):
  | { readonly kind: "match"; readonly pattern: string; readonly at: number }
  | { readonly kind: "none" }
  | { readonly kind: "error"; readonly because: string } {
  for (const pattern of patterns) {
    try {
      const shape = readPattern(pattern, flags);
      const done = matchWithin(shape, text);
      if (done === undefined) return { kind: "error", because: tooLong(`/${pattern}/`) };
      if (done.value !== null) return { kind: "match", pattern, at: done.value.index };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return { kind: "error", because: `/${pattern}/ is not a pattern: ${error.message}` };
    }
  }
  return { kind: "none" };
}

/** Reads JSON; undefined where it is none. */
export function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

// --- inside ---

/** Answers so alike are the same one. */
const sameMin = 0.99;

function tooLong(what: string): string {
  return givenUp(what, "the answer");
}

/** All that the agent said, an error that it tells included. */
function saidIn({ answer }: CellEvidence): string {
  return answer.error === undefined ? answer.text : `${answer.text}\n${answer.error.message}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
