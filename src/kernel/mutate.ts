import type { Decision, Draw } from "./decision.ts";
import type { Generator } from "./generator.ts";

/**
 * A changed copy of a list of decisions, for search: a span is dropped or doubled, an answer is
 * turned round, a number is moved. Values are changed by their draws, which makes any arbitrary
 * guidable; a changed value loses its path and its literal, for they belong to the old draws.
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
      return { ...decision, value: !decision.value };
    case "integer":
      return { ...decision, value: mutateNumber(decision.value, generator) };
    case "value": {
      const { literal: _, ...rest } = decision;
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

function mutateNumber(value: number, generator: Generator): number {
  switch (generator.integer(0, 3)) {
    case 0:
      return 0;
    case 1:
      return Math.trunc(value / 2) + 0; // never -0: a trace would give back 0
    case 2:
      return value + generator.integer(-8, 8);
    default:
      return value + (1 << generator.integer(0, 20)) * (generator.integer(0, 1) * 2 - 1);
  }
}
