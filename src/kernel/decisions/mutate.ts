import { type Decision, type Draw, keepLabel } from "./decision.ts";
import type { Generator } from "./generator.ts";
import { mutateLiteral, mutateNumber } from "./mutate-literal.ts";

/**
 * A changed copy of a list of decisions, for search: a span is dropped or doubled, an answer is
 * turned round, a number is moved. Values are changed by their draws, which makes any arbitrary
 * guidable; a changed value loses its path, for that belongs to the old draws. One that was
 * written down as a literal is changed as such, and must then be one that could be drawn.
 */
export function mutateDecisions(
  list: readonly Decision[],
  generator: Generator,
): readonly Decision[] {
  const edits = generator.integer(1, editsMax);
  let mutated = list;
  for (let edit = 0; edit < edits; edit++) mutated = mutateOnce(mutated, generator);
  return mutated;
}

// --- inside ---

const editsMax = 4;

function mutateOnce(list: readonly Decision[], generator: Generator): readonly Decision[] {
  if (list.length === 0) return list;
  const at = generator.integer(0, list.length - 1);
  const decision = list[at];
  if (decision === undefined) return list;
  if (decision.kind === "span" || decision.kind === "end") return editSpan(list, at, generator);
  const changed = [...list];
  changed[at] = mutateAnswer(decision, generator);
  return changed;
}

function editSpan(
  list: readonly Decision[],
  near: number,
  generator: Generator,
): readonly Decision[] {
  const start = list.findLastIndex((entry, at) => at <= near && entry.kind === "span");
  const end = start < 0 ? -1 : spanEnd(list, start);
  if (end < 0) return list;
  if (generator.integer(0, 1) === 0) return [...list.slice(0, start), ...list.slice(end)];
  return [...list.slice(0, end), ...list.slice(start, end), ...list.slice(end)];
}

function spanEnd(list: readonly Decision[], start: number): number {
  let depth = 0;
  for (let at = start; at < list.length; at++) {
    const kind = list[at]?.kind;
    if (kind === "span") depth += 1;
    if (kind === "end") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

function mutateAnswer(decision: Decision, generator: Generator): Decision {
  switch (decision.kind) {
    case "chance":
      // Whether a step is kept is not for a search to try: only shrinking leaves steps out.
      return decision.label === keepLabel ? decision : { ...decision, value: !decision.value };
    case "integer":
      return { ...decision, value: mutateNumber(decision.value, generator) };
    case "value": {
      const { literal, ...rest } = decision;
      if (literal !== undefined) {
        // Written down because it was found as such: its draws would give something else.
        const value = mutateLiteral(literal.value, generator);
        return { ...decision, literal: { value, isGuess: true } };
      }
      return { ...rest, path: [], draws: mutateDraws(decision.draws, generator) };
    }
    case "pick":
      // A name that no option has: the replaying source asks its fallback for another one.
      return { ...decision, value: "" };
    default:
      return decision;
  }
}

function mutateDraws(draws: readonly Draw[], generator: Generator): readonly Draw[] {
  if (draws.length === 0) return draws;
  const at = generator.integer(0, draws.length - 1);
  return draws.map((draw, index) => {
    if (index !== at) return draw;
    return typeof draw === "bigint"
      ? draw + BigInt(generator.integer(-3, 3))
      : mutateNumber(draw, generator);
  });
}
