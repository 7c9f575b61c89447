import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Generator } from "../../kernel/decisions/generator.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import { mutateDecisions } from "../../kernel/decisions/mutate.ts";
import { mutateLiteral } from "../../kernel/decisions/mutate-literal.ts";
import type { Arm } from "./arms.ts";
import type { Checkpoint, Hint } from "./guided-state.ts";
import { spanStarts } from "./step-spans.ts";

/** The decisions that a run from a checkpoint begins with, made in the given way. */
export function nextList(
  arm: Arm,
  entry: Checkpoint,
  parts: { readonly generator: Generator; readonly other: Checkpoint | undefined },
): readonly Decision[] {
  const { decisions, hints } = entry;
  const { generator, other } = parts;
  switch (arm) {
    case "mutate":
      return mutateDecisions(decisions, generator);
    case "hint": {
      const due = isHintDue(entry) ? hints[hintTurn(entry)] : undefined;
      if (due !== undefined) return withHint(decisions, due);
      const hint = hints[generator.integer(0, hints.length - 1)];
      if (hint === undefined) return decisions;
      // What was compared matters: its neighbours are worth a try as well as the other operand.
      const isNear = generator.integer(0, 3) === 0;
      return isNear ? nearHint(decisions, hint, generator) : withHint(decisions, hint);
    }
    case "splice":
      return other === undefined ? decisions : [...decisions, ...tail(other.decisions, generator)];
    default:
      return decisions;
  }
}

/** Whether it is the turn of a hint: each is tried once, while every other run does as usual. */
export function isHintDue({ hints, newSlots, selected }: Checkpoint): boolean {
  return newSlots > 0 && selected % 2 === 1 && (selected - 1) / 2 < hints.length;
}

// --- inside ---

function hintTurn({ selected }: Checkpoint): number {
  return (selected - 1) / 2;
}

function withHint(list: readonly Decision[], { at, value }: Hint): readonly Decision[] {
  const decision = list[at];
  if (decision?.kind !== "value") return list;
  const literal = { value: decodeLiteral(value), isGuess: true };
  return list.with(at, { ...decision, literal });
}

function nearHint(
  list: readonly Decision[],
  { at }: Hint,
  generator: Generator,
): readonly Decision[] {
  const decision = list[at];
  if (decision?.kind !== "value" || decision.literal === undefined) return list;
  const value = mutateLiteral(decision.literal.value, generator);
  return list.with(at, { ...decision, literal: { value, isGuess: true } });
}

function tail(list: readonly Decision[], generator: Generator): readonly Decision[] {
  const starts = spanStarts(list);
  return starts.length === 0 ? [] : list.slice(starts[generator.integer(0, starts.length - 1)]);
}
