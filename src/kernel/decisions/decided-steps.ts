import type { Decision } from "./decision.ts";
import type { RunEvent } from "./journal.ts";
import { literalText } from "../values/literal-text.ts";
import { hidden } from "../secrets/process-secrets.ts";

/**
 * The steps that decisions alone tell of: which rules began and with what. For a run that nobody
 * had the time to record; when a rule ended, and which fault fired, only a recorded run can say.
 */
export function decidedSteps(decisions: readonly Decision[]): readonly RunEvent[] {
  const steps: RunEvent[] = [];
  let depth = 0;
  let rule: string | undefined;
  let drawn: string[] = [];
  for (const decision of decisions) {
    if (decision.kind === "span") {
      depth += 1;
      if (depth === 1) [rule, drawn] = [undefined, []];
    } else if (decision.kind === "end") {
      if (depth === 1 && rule !== undefined) steps.push(stepOf(rule, drawn));
      depth = Math.max(0, depth - 1);
    } else if (depth === 1 && decision.kind === "pick" && decision.label === "rule") {
      rule = decision.value;
    } else if (depth === 1 && decision.kind === "value" && rule !== undefined) {
      const { label, literal } = decision;
      drawn.push(`${label}=${literal === undefined ? "…" : literalText(literal.value)}`);
    }
  }
  return steps;
}

// --- inside ---

function stepOf(name: string, drawn: readonly string[]): RunEvent {
  return { atUs: 0, kind: "step", name, detail: hidden(drawn.join(" ")) };
}
