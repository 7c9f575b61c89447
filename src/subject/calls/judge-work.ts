import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOptions } from "../../kernel/subject/call-test.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import type { RunState } from "../../kernel/judge/run-state.ts";
import { CallProblem, isNamed } from "./judge-call.ts";
import type { WorkLimit } from "./work-limit.ts";

/** What every call is held to, after its name: it ends before it did far too much. */
export const workBounded = "does not do too much work";

/** What calls that give items one by one are held to, after their name. */
export const itemsEnd = "gives items that end";

/** What other calls show about one that did too much. */
export type WorkEvidence =
  /** One that differs in one argument did little, and the same call again did too much again. */
  | "others do little"
  /** None of them did little, or the same call did less the second time. */
  | "others do as much"
  /** No other call says anything. */
  | "unclear";

/** Says in the run's state that a call did too much; where its input is large, only counts it. */
export function judgeWork(
  plan: CallPlan,
  { limit, evidence, busiest }: OverWork,
  { state, options }: { readonly state: RunState; readonly options: CallOptions },
): void {
  const { name } = plan;
  const most = limit.max.toLocaleString("en");
  const where = busiest === undefined ? "" : `, going round at ${busiest.file}:${busiest.line}`;
  state.end(name, "threw", `stopped after ${most} blocks of code${where}`);
  const reason = reasonFor(limit, evidence);
  if (reason !== undefined) {
    state.refused("expected", name, `${reason}: stopped after ${most} blocks of code`);
    return;
  }
  const property = `${name} ${workBounded}`;
  if (isNamed(property, plan, options.ignoredProperties)) return;
  if (isNamed(property, plan, options.expectedProperties)) {
    state.refused("expected", name, `the configuration expects \`${property}\` to break`);
    return;
  }
  const problem = new CallProblem(`too much work ${problemOf(limit, evidence)}`);
  // One failure, however small its input is: it must not become another while it is made small.
  state.judgeFailure("invariant", { ...failureFrom("property", problem, property), sameAs });
}

/** Says that the items which a call gives one by one do not end, where those of others do. */
export function judgeEndless(
  plan: CallPlan,
  { state, options }: { readonly state: RunState; readonly options: CallOptions },
): void {
  const property = `${plan.name} ${itemsEnd}`;
  if (isNamed(property, plan, options.ignoredProperties)) return;
  if (isNamed(property, plan, options.expectedProperties)) {
    state.refused("expected", plan.name, `the configuration expects \`${property}\` to break`);
    return;
  }
  const problem = new CallProblem("its items do not end, where those of others do");
  state.judgeFailure("invariant", failureFrom("property", problem, property));
}

/** What is known of a call that did too much. */
export interface OverWork {
  readonly limit: WorkLimit;
  readonly evidence: WorkEvidence;
  readonly busiest: SourceLocation | undefined;
}

/** How messages of calls end that nothing explains but a failure. */
export const smallInput = "for a small input, where others need little";

// --- inside ---

const sameAs = "too much work";

/** Why it is no failure that much was done. */
function reasonFor({ input }: WorkLimit, evidence: WorkEvidence): string | undefined {
  if (input === "large") return "a large input";
  return input === "middling" && evidence === "others do as much"
    ? "a function that does much for every input"
    : undefined;
}

function problemOf({ max, input }: WorkLimit, evidence: WorkEvidence): string {
  const over = `(more than ${max.toLocaleString("en")} blocks of code)`;
  if (input !== "small") return over;
  return evidence === "others do little" ? `${over} ${smallInput}` : `${over} for a small input`;
}
