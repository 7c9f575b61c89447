import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import {
  type CallOptions,
  type CallOutcome,
  type CallObservation,
  type CallTest,
  returnsDeclared,
} from "../../kernel/subject/call-test.ts";
import { type Failure, failureFrom } from "../../kernel/failure/failure.ts";
import { literalText } from "../../kernel/values/literal.ts";
import type { RunState } from "../../kernel/judge/run-state.ts";
import type { RunContext, SubjectDeclaration } from "../../kernel/subject/subject.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { conforms, contradictionText } from "./conforms.ts";
import { isNowhereFrom } from "./given-values.ts";
import { isInheritedText, noInherited } from "./judge-native-text.ts";
import { isNaNFromNumbers, noNaN } from "./judge-nan.ts";
import type { Steps } from "./maker.ts";
import { type PrototypeKeys, takePollution } from "./pollution.ts";

/** The claims that every call is judged by, and those that were asked for. */
export function propertiesOf({ target, options }: CallTest): SubjectDeclaration["properties"] {
  const names = target.calls.flatMap((plan) => [
    ...(checksReturns(plan, options) ? [returnsProperty(plan)] : []),
    ...((options.faults ?? []).length > 0 ? [failsProperty(plan)] : []),
    ...(options.judges ?? [])
      .filter((judge) => judge.appliesTo?.(plan) ?? true)
      .map((judge) => judge.name)
      .filter((name) => !isNamed(name, plan, options.ignoredProperties)),
  ]);
  return [...new Set(names)].map((name) => ({ kind: "invariant", name }));
}

/** Judges one call that has ended, and says so in the run's state. */
export function* judgeCall(
  seen: CallObservation,
  parts: {
    readonly definition: CallTest;
    readonly state: RunState;
    readonly before: PrototypeKeys;
    readonly frames: RunContext["frames"];
    /** The overload that its arguments chose: what it declares is what counts. */
    readonly declaredBy?: CallPlan;
  },
): Steps<void> {
  const { definition, state } = parts;
  const { plan, outcome } = seen;
  const { declaredBy = plan } = parts;
  judgePollution(plan, parts);
  const isReturned = outcome.kind === "returned" && checksReturns(declaredBy, definition.options);
  const problem = isReturned ? returnProblem(declaredBy, outcome, seen.args) : undefined;
  endCall(plan, outcome, { state, isShown: problem !== undefined });
  if ((definition.options.faults ?? []).length > 0) {
    const isMeant = outcome.kind === "returned" || outcome.expected !== undefined;
    if (isMeant) state.judge("invariant", failsProperty(plan), true);
  }
  if (outcome.kind === "threw" && outcome.expected === undefined) {
    state.break(placedFailure(outcome.thrown, parts.frames));
    return;
  }
  const judging: Judging = { plan, state, options: definition.options };
  if (isReturned) {
    const name = returnsProperty(declaredBy);
    if (problem === undefined) state.judge("invariant", name, true);
    else breakProperty(name, new CallProblem(problem), judging);
  }
  if (isNaNFromNumbers(seen)) judgeResult(noNaN, "finite numbers gave NaN", judging);
  else if (isInheritedText(seen)) {
    judgeResult(noInherited, "a name was taken for one of its keys", judging);
  }
  for (const judge of definition.options.judges ?? []) {
    if (state.failure !== undefined) return;
    if (judge.appliesTo?.(plan) === false) continue;
    if (isNamed(judge.name, plan, definition.options.ignoredProperties)) continue;
    yield* askJudge(judge, seen, judging);
  }
}

/** A throw as a failure that is the same as every other one of its class on the same line. */
export function placedFailure(thrown: unknown, frames: RunContext["frames"]): Failure {
  const failure = steady(failureFrom("thrown", thrown));
  const line = frames?.(failure.stack)[0]?.text.trim() ?? "";
  return line === "" ? failure : { ...failure, sameAs: line };
}

/** What is wrong with a call that did not throw. */
export class CallProblem extends Error {
  override readonly name: string = "CallProblem";
}

/** Whether names by call have a property, written whole or without the call that it is of. */
export function isNamed(
  property: string,
  { name }: Pick<CallPlan, "name">,
  named: Readonly<Record<string, readonly string[]>> = {},
): boolean {
  const written = Object.hasOwn(named, name) ? (named[name] ?? []) : [];
  return written.some((one) => [one, `${name} ${one}`, `${name}: ${one}`].includes(property));
}

// --- inside ---

/**
 * Where a recursion without end ran out of stack is chance: how deep it gets differs between
 * processes. What it went round through is not, so its stack begins with that.
 */
function steady(failure: Failure): Failure {
  if (!failure.message.startsWith("Maximum call stack")) return failure;
  const lines = failure.stack.split("\n");
  const isRound = (line: string, at: number): boolean =>
    /^\s+at /.test(line) && lines.indexOf(line) !== at;
  const [first] = lines.filter(isRound).toSorted();
  if (first === undefined) return failure;
  const isFrame = (line: string): boolean => /^\s+at /.test(line);
  const head = lines.filter((line) => !isFrame(line));
  const rest = lines.filter((line) => isFrame(line) && line !== first);
  return { ...failure, stack: [...head, first, ...rest].join("\n") };
}

function failsProperty({ name }: CallPlan): string {
  return `${name} fails only as it means to`;
}

function returnsProperty({ name }: CallPlan): string {
  return `${name} ${returnsDeclared}`;
}

/** What a call is judged with. */
interface Judging {
  readonly plan: CallPlan;
  readonly state: RunState;
  readonly options: CallOptions;
}

function checksReturns(plan: CallPlan, options: CallOptions): boolean {
  if (options.checksReturns === false) return false;
  return !isNamed(returnsProperty(plan), plan, options.ignoredProperties);
}

/** A property that does not hold; where that is meant it is only counted. */
function breakProperty(property: string, thrown: unknown, judging: Judging): void {
  const { plan, state, options } = judging;
  if (isNamed(property, plan, options.expectedProperties)) {
    state.refused("expected", plan.name, `the configuration expects \`${property}\` to break`);
  } else state.judgeThrown("invariant", property, thrown);
}

/** The claim is only spoken of where it is broken: to count it at each call would cost more. */
function judgeResult(claim: string, problem: string, judging: Judging): void {
  const { plan, options } = judging;
  const property = `${plan.name} ${claim}`;
  if (options.checksReturns === false || isNamed(property, plan, options.ignoredProperties)) return;
  breakProperty(property, new CallProblem(problem), judging);
}

function judgePollution(
  plan: CallPlan,
  parts: {
    readonly definition: CallTest;
    readonly state: RunState;
    readonly before: PrototypeKeys;
  },
): void {
  const { state } = parts;
  const { name } = plan;
  const pollution = takePollution(parts.before);
  if (pollution === undefined) return;
  const { holder, key } = pollution;
  const { options } = parts.definition;
  if (isNamed(`${name} leaves ${holder} alone`, plan, options.ignoredProperties)) return;
  state.note("note", `${name} changes \`${key}\` of ${holder}`);
  // Without the key: it is drawn, and would make each of them another failure.
  const problem = new CallProblem(`${holder} was changed: all other code sees it`);
  breakProperty(`${name} leaves ${holder} alone`, problem, { plan, state, options });
}

function returnProblem(
  plan: CallPlan,
  outcome: Extract<CallOutcome, { kind: "returned" }>,
  args: readonly unknown[],
): string | undefined {
  if (plan.kind === "constructor") return undefined;
  if (isNowhereFrom(outcome.value, plan, args)) {
    return `it is undefined, declared ${plan.returnsGiven ?? ""}, and nothing given is undefined`;
  }
  const { returns, definitions } = plan;
  // What was returned has been waited for.
  const shape = returns.kind === "promise" ? returns.of : returns;
  const contradiction = conforms(outcome.value, shape, { definitions });
  return contradiction === undefined ? undefined : contradictionText(contradiction);
}

function endCall(
  { name }: CallPlan,
  outcome: CallOutcome,
  { state, isShown }: { readonly state: RunState; readonly isShown: boolean },
): void {
  if (!state.journal.isKept) {
    state.end(name, outcome.kind === "threw" ? "threw" : "done");
  } else if (outcome.kind === "returned") {
    state.end(name, "done", isShown ? literalText(outcome.value) : undefined);
  } else {
    const { error, message } = failureFrom("thrown", outcome.thrown);
    const why = outcome.expected === undefined ? "" : `, which is meant (${outcome.expected})`;
    state.end(name, "threw", `${error}: ${message}${why}`);
  }
  if (outcome.kind === "threw" && outcome.expected !== undefined) {
    state.refused("expected", name, outcome.expected);
  }
}

function* askJudge(
  judge: NonNullable<CallTest["options"]["judges"]>[number],
  seen: CallObservation,
  judging: Judging,
): Steps<void> {
  const { state } = judging;
  try {
    const asked = judge.judge(seen);
    const judged = (isThenable(asked) ? yield asked : asked) as Awaited<typeof asked>;
    if (judged === undefined) {
      state.judge("invariant", judge.name, true);
      return;
    }
    if ("observed" in judged) {
      for (const observed of judged.observed) state.observe(observed);
      return;
    }
    if (judged.shown !== undefined) state.note("note", judge.name, judged.shown);
    breakProperty(judge.name, new CallProblem(judged.problem), judging);
  } catch (thrown) {
    state.judgeThrown("invariant", judge.name, thrown);
  }
}
