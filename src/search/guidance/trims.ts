import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Checkpoint, Hint } from "./guided-state.ts";
import { spanStarts, withoutSpans } from "./step-spans.ts";

/** Which share of its steps a checkpoint is tried without, from the start of the run on. */
const trimShares = [1, 0.75, 0.5, 0.25] as const;

/** So many shorter lists are tried of one checkpoint. */
export const trimsMax: number = trimShares.length;

/** The list without a part of its steps; the last step always stays. */
export function trimmed({ decisions, trims }: Checkpoint): readonly Decision[] {
  const steps = spanStarts(decisions).length;
  const count = Math.floor((steps - 1) * (trimShares[trims] ?? 0));
  return withoutSpans(decisions, 0, count);
}

/** The hints of a checkpoint after steps before them are gone. */
export function movedHints(entry: Checkpoint, shorter: readonly Decision[]): readonly Hint[] {
  const by = entry.decisions.length - shorter.length;
  const moved = entry.hints.map(({ at, value }) => ({ at: at - by, value }));
  return moved.filter(({ at }) => shorter[at]?.kind === "value");
}
