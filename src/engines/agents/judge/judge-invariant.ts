import type {
  AgentInvariant,
  InvariantRule,
  InvariantType,
} from "../../../kernel/agent/agent-invariant.ts";
import {
  judgeContains,
  judgeExcludes,
  judgeJson,
  judgeJsonSchema,
  judgeLatency,
  judgePii,
  judgeRegex,
  judgeSimilarity,
  judgeUnchanged,
  type RuleOf,
} from "./answer-rules.ts";
import { isExpected, notJudged, owed, skipped, unstruck } from "./applies.ts";
import { type CellEvidence, fail, inconclusive, type Judgement, pass, quoted } from "./evidence.ts";
import { judgeDuplicates, judgeRetries, judgeRetryAfter } from "./retry-rules.ts";
import { judgeArguments } from "./argument-rules.ts";
import { judgePlaceholders } from "./placeholder-rule.ts";
import { judgePromptLeak } from "./prompt-leak-rule.ts";
import { judgeBudget, judgeCanary, judgeSequence } from "./trajectory-rules.ts";
import { judgeRefusal } from "./refusal-rule.ts";
import { judgeSuccessClaim, judgeUnfinished } from "./truth-rules.ts";

/** What judging needs from outside. */
export interface JudgeOptions {
  /**
   * Calls the user's own rule: whatever its module gives for the evidence. `true`, `false`, or
   * `{ passed, because }`.
   */
  readonly judgeBy?: ((module: string, evidence: CellEvidence) => unknown) | undefined;
  /** Has a model grade an answer by a rubric. */
  readonly grade?:
    | ((rule: RuleOf<"rubric">, evidence: CellEvidence) => Promise<Judgement>)
    | undefined;
}

/**
 * Judges one invariant on one conversation. Nothing passes that was not seen: a scenario whose
 * faults never struck, or a rule that had nothing to judge, is inconclusive.
 */
export async function judgeInvariant(
  invariant: AgentInvariant,
  evidence: CellEvidence,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const { answer } = evidence;
  if (answer.error?.kind === "unreachable") {
    return { state: "error", because: `the agent cannot be reached: ${answer.error.message}` };
  }
  const first = notJudged(invariant, evidence);
  if (first?.state === "skipped") return first;
  const judged = await judgeRule(invariant, evidence, options);
  if (first === undefined) {
    const never = owed(invariant, evidence);
    if (judged.state === "pass" && never !== "") return inconclusive(never);
    return withUnstruck(judged, unstruck(evidence));
  }
  // Nor would it have had anything to judge if they had struck: it is none of this row.
  if (!isExpected(invariant.rule.type, evidence)) return skipped(nothingToJudge);
  // That a rule is broken without any fault is for the scenario without chaos to tell.
  return judged.state === "fail"
    ? { ...first, because: `${first.because}; without it: ${judged.because}` }
    : first;
}

// --- inside ---

const nothingToJudge = "no fault of the scenario gives it anything to judge";

async function judgeRule(
  { rule, negate }: AgentInvariant,
  evidence: CellEvidence,
  options: JudgeOptions,
): Promise<Judgement> {
  const { error } = evidence.answer;
  const cut = cutShort(rule, evidence);
  if (cut !== undefined) return cut;
  if (error !== undefined && isAboutAnswer(rule)) {
    return fail(`the agent gave no answer (${error.kind}): ${error.message}`);
  }
  if (rule.type === "canary_not_executed" && !isExpected(rule.type, evidence)) {
    return skipped("nothing was injected");
  }
  const judged = await judgeAny(rule, evidence, options);
  if (judged.state === "inconclusive" && !isExpected(rule.type, evidence)) {
    return skipped(judged.because);
  }
  return negate ? negated(judged) : judged;
}

async function judgeAny(
  rule: InvariantRule,
  evidence: CellEvidence,
  options: JudgeOptions,
): Promise<Judgement> {
  if (rule.type === "function") return judgeByModule(rule.module, evidence, options);
  if (rule.type !== "rubric") return judgePlain(rule, evidence);
  return options.grade?.(rule, evidence) ?? inconclusive("no model grades here");
}

type PlainRule = Exclude<InvariantRule, { readonly type: "function" | "rubric" }>;

function judgePlain(rule: PlainRule, evidence: CellEvidence): Judgement {
  switch (rule.type) {
    case "contains":
      return judgeContains([rule.value], evidence);
    case "contains_any":
      return judgeContains(rule.values, evidence);
    case "regex":
      return judgeRegex(rule, evidence);
    case "valid_json":
      return judgeJson(evidence);
    case "json_schema":
      return judgeJsonSchema(rule, evidence);
    case "latency":
      return judgeLatency(rule, evidence);
    case "output_not_empty":
      return judgeNotEmpty(evidence);
    case "completes":
      return judgeCompletes(evidence);
    case "excludes_pattern":
      return judgeExcludes(rule, evidence);
    case "excludes_pii":
      return judgePii(evidence);
    case "refusal_check":
      return judgeRefusal(evidence);
    case "similarity":
      return judgeSimilarity(rule, evidence);
    case "behavior_unchanged":
      return judgeUnchanged(rule, evidence);
    case "budget":
      return judgeBudget(rule, evidence);
    default:
      return judgeOnWire(rule, evidence);
  }
}

type WireRule = Extract<
  InvariantRule,
  {
    readonly type:
      | "honours_retry_after"
      | "bounded_retries"
      | "no_duplicate_side_effect"
      | "no_success_after_tool_error"
      | "rejects_unfinished_stream"
      | "tool_sequence"
      | "tool_arguments"
      | "no_placeholders"
      | "no_system_prompt_leak"
      | "canary_not_executed";
  }
>;

function judgeOnWire(rule: WireRule, evidence: CellEvidence): Judgement {
  switch (rule.type) {
    case "honours_retry_after":
      return judgeRetryAfter(rule, evidence);
    case "bounded_retries":
      return judgeRetries(rule, evidence);
    case "no_duplicate_side_effect":
      return judgeDuplicates(rule, evidence);
    case "no_success_after_tool_error":
      return judgeSuccessClaim(rule, evidence);
    case "rejects_unfinished_stream":
      return judgeUnfinished(evidence);
    case "tool_sequence":
      return judgeSequence(rule, evidence);
    case "tool_arguments":
      return judgeArguments(rule, evidence);
    case "no_placeholders":
      return judgePlaceholders(evidence);
    case "no_system_prompt_leak":
      return judgePromptLeak(evidence);
    case "canary_not_executed":
      return judgeCanary(rule, evidence);
  }
}

/** Rules that need an answer; without one they are broken, negated or not. */
function isAboutAnswer({ type }: InvariantRule): boolean {
  return answerRules.has(type);
}

const answerRules: ReadonlySet<InvariantType> = new Set([
  "contains",
  "contains_any",
  "regex",
  "valid_json",
  "json_schema",
  "refusal_check",
  "similarity",
  "behavior_unchanged",
  "rubric",
] as const);

/** Rules that look at the whole of an answer, besides those that need one. */
const wholeRules: ReadonlySet<InvariantType> = new Set([
  "output_not_empty",
  "excludes_pattern",
  "excludes_pii",
] as const);

/**
 * An answer that goes on beyond our own limits was not seen whole, so that nothing can be said of
 * it; unless a fault struck, which the agent should have ended by itself.
 */
function cutShort(rule: InvariantRule, evidence: CellEvidence): Judgement | undefined {
  const { text, error } = evidence.answer;
  const isTooLarge = error?.kind === "too-large";
  const isEndless = error?.kind === "timeout" && text !== "";
  if (error === undefined || !(isTooLarge || isEndless)) return undefined;
  if (isEndless && evidence.strikes.length > 0) {
    return rule.type === "output_not_empty" ? judgeCompletes(evidence) : undefined;
  }
  const isRead = isAboutAnswer(rule) || wholeRules.has(rule.type);
  if (!isRead && !(isTooLarge && rule.type === "completes")) return undefined;
  // What must not be there and is in the beginning is there.
  const judged = isExcluding(rule) ? judgePlain(rule, evidence) : undefined;
  if (judged?.state === "fail") return judged;
  const help = isTooLarge ? "`answer_limit`" : "`timeout`";
  return {
    state: "error",
    because: `${error.message}, and was not read to its end; ${help} sets how much is read`,
  };
}

function isExcluding(rule: InvariantRule): rule is PlainRule {
  return rule.type === "excludes_pattern" || rule.type === "excludes_pii";
}

/** Whoever is sent nonsense may say so: an error that the agent tells itself is an answer to it. */
function isGraceful({ meaning, answer }: CellEvidence): boolean {
  return meaning === "destroyed" && answer.error?.kind === "reported";
}

function judgeCompletes(evidence: CellEvidence): Judgement {
  const { error } = evidence.answer;
  if (error === undefined) return pass("the agent answered");
  const because = `(${error.kind}): ${error.message}`;
  return isGraceful(evidence)
    ? pass(`the agent refused the input ${because}`)
    : fail(`the agent gave no answer ${because}`);
}

function judgeNotEmpty(evidence: CellEvidence): Judgement {
  const { text, error } = evidence.answer;
  const said = isGraceful(evidence) ? (error?.message ?? "") : text;
  if (said.trim() !== "") return pass(`the agent said ${quoted(said)}`);
  return fail(
    error === undefined
      ? "the answer is empty"
      : `the agent gave no answer (${error.kind}): ${error.message}`,
  );
}

async function judgeByModule(
  module: string,
  evidence: CellEvidence,
  { judgeBy }: JudgeOptions,
): Promise<Judgement> {
  if (judgeBy === undefined) return { state: "error", because: `\`${module}\` cannot be loaded` };
  try {
    return customJudgement(module, await judgeBy(module, evidence));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { state: "error", because: `\`${module}\` threw: ${message}` };
  }
}

function customJudgement(module: string, given: unknown): Judgement {
  const isTable = typeof given === "object" && given !== null;
  const passed: unknown = isTable ? Reflect.get(given, "passed") : given;
  const because: unknown = isTable ? Reflect.get(given, "because") : undefined;
  if (typeof passed !== "boolean") {
    return { state: "error", because: `\`${module}\` gave no \`true\`, \`false\` or \`passed\`` };
  }
  const said = typeof because === "string" && because !== "" ? because : undefined;
  return passed ? pass(said ?? `\`${module}\` holds`) : fail(said ?? `\`${module}\` does not hold`);
}

function negated(judged: Judgement): Judgement {
  if (judged.state === "pass") return fail(`it must not be so: ${judged.because}`);
  if (judged.state === "fail") return pass(`as it must not be so: ${judged.because}`);
  return judged;
}

function withUnstruck(judged: Judgement, never: string): Judgement {
  const isJudged = judged.state === "pass" || judged.state === "fail";
  return never === "" || !isJudged
    ? judged
    : { ...judged, because: `${judged.because} (${never})` };
}
