import { type Decision, keepLabel } from "../decisions/decision.ts";
import { decisionLine } from "../trace/trace-write.ts";

/** What of a run may be made smaller: what is done, when it happens, what goes wrong, or all. */
export type Minimize = "input" | "schedule" | "faults" | "all";

/** The words of `Minimize`. */
export const minimizeWords: readonly Minimize[] = ["input", "schedule", "faults", "all"];

/**
 * Says whether a changed list differs from the one before only in what may be made smaller. What
 * stands for a step that is gone goes with it, but nothing else of the rest may change.
 */
export function mayBecome(
  minimize: Minimize,
  faults: readonly string[],
): (before: readonly Decision[], after: readonly Decision[]) => boolean {
  if (minimize === "all") return () => true;
  const rest = (list: readonly Decision[]): readonly string[] => othersIn(list, minimize, faults);
  return (before, after) => {
    const [old, made] = [rest(before), rest(after)];
    // A step that is left out takes its latencies and faults along; nothing else may be lost.
    if (minimize === "input") return isPartOf(made, old);
    return made.length === old.length && made.every((line, at) => line === old[at]);
  };
}

// --- inside ---

/** Everything that is not to be made smaller, in order. */
function othersIn(
  list: readonly Decision[],
  minimize: Minimize,
  faults: readonly string[],
): readonly string[] {
  const open: string[] = [];
  const others: string[] = [];
  for (const decision of list) {
    if (decision.kind === "span") open.push(decision.label);
    else if (decision.kind === "end") open.pop();
    else if (partOf(decision, open.at(-1) ?? "", faults) !== minimize) {
      others.push(decisionLine(decision));
    }
  }
  return others;
}

function partOf(
  { label }: Exclude<Decision, { kind: "span" | "end" }>,
  span: string,
  faults: readonly string[],
): Minimize {
  if (/^(?:latency |(?:pause|overlap)$)/u.test(label)) return "schedule";
  if (/^(?:toggle$|fault(?: |$)|without fault |buggify )/u.test(label)) return "faults";
  if (label === keepLabel && /^step [^ ]+ fault$/u.test(span)) return "faults";
  const isOfFault = faults.some((name) => label === name || label.startsWith(`${name} `));
  return isOfFault ? "faults" : "input";
}

/** Whether one list is another with some of it left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const line of whole) if (at < part.length && line === part[at]) at += 1;
  return at === part.length;
}
