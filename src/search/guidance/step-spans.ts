import type { Decision } from "../../kernel/decisions/decision.ts";

/** Where each step of a run begins: a span that lies in no other one. */
export function spanStarts(list: readonly Decision[]): readonly number[] {
  const starts: number[] = [];
  let depth = 0;
  for (const [at, decision] of list.entries()) {
    if (decision.kind === "span") {
      if (depth === 0 && decision.label === "step") starts.push(at);
      depth += 1;
    }
    if (decision.kind === "end") depth -= 1;
  }
  return starts;
}

/** A list without some of its outermost spans. */
export function withoutSpans(
  list: readonly Decision[],
  from: number,
  count: number,
): readonly Decision[] {
  const starts = spanStarts(list);
  const first = starts[from];
  if (first === undefined) return list;
  return [...list.slice(0, first), ...list.slice(starts[from + count] ?? list.length)];
}
