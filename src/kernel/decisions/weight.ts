import type { Decision } from "./decision.ts";

/**
 * How large a list of decisions is to a reader: first how many steps there are, then how many
 * decisions, then how many of them say something unusual, and last how large their numbers are.
 */
export function isSmaller(first: readonly Decision[], second: readonly Decision[]): boolean {
  const a = weigh(first);
  const b = weigh(second);
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

// --- inside ---

function weigh(list: readonly Decision[]): readonly number[] {
  let spans = 0;
  let answers = 0;
  let unusual = 0;
  let draws = 0;
  let size = 0;
  for (const decision of list) {
    if (decision.kind === "span") spans += 1;
    if (decision.kind !== "span" && decision.kind !== "end") answers += 1;
    if (decision.kind === "chance" && decision.label !== "more" && decision.value) unusual += 1;
    if (decision.kind === "integer" && decision.value !== 0) {
      unusual += 1;
      size += Math.log2(1 + Math.abs(decision.value));
    }
    if (decision.kind === "bytes") draws += decision.value.length / 2;
    if (decision.kind === "value") {
      draws += decision.draws.length;
      for (const draw of decision.draws) size += Math.log2(1 + Math.abs(Number(draw)));
    }
  }
  return [spans, answers, unusual, draws, size];
}
