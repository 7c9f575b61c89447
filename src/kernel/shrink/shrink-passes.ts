import { type Decision, isAnswer, type ValueDecision } from "../decisions/decision.ts";
import { smallerLiterals } from "../values/smaller-literals.ts";
import type { Attempts, ShrinkSteps } from "./shrink-attempts.ts";

/** Lets values be made from their draws again, because a literal has no smaller neighbours. */
export function* dropLiterals(attempt: Attempts): ShrinkSteps<void> {
  const isDropped = (d: Decision): d is ValueDecision =>
    d.kind === "value" && d.literal !== undefined && !isAnswer(d);
  if (!attempt.best.some(isDropped)) return;
  const bare = attempt.best.map((decision) => {
    if (!isDropped(decision)) return decision;
    const { literal: _, ...rest } = decision;
    return rest;
  });
  const taken = yield* attempt.try(bare);
  if (taken !== undefined && attempt.isNoLarger(taken)) attempt.best = taken;
}

/**
 * Deletes steps: many at once first, because deleting a large part often makes the small ones
 * unnecessary. A step takes what was drawn behind it along (its latencies); where that breaks the
 * failure, the step alone is tried.
 */
export function* deleteSpans(attempt: Attempts): ShrinkSteps<void> {
  for (let size = spansOf(attempt.best).length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = spansOf(attempt.best).length - size; at >= 0;) {
      const spans = spansOf(attempt.best);
      const first = spans[at];
      const last = spans[at + size - 1];
      if (first !== undefined && last !== undefined) {
        const { start } = first;
        let isGone = false;
        for (const end of new Set([last.wideEnd, last.tailEnd, last.end])) {
          isGone ||= yield* attempt.accepts(without(attempt.best, { start, end }));
        }
        if (isGone) {
          at = Math.min(at, spansOf(attempt.best).length - size);
          continue;
        }
      }
      if (attempt.isSpent) return;
      at -= 1;
    }
  }
}

/** Tries everything of one kind at its simplest at once: no faults, no latencies, plain values. */
export function* simplifyAll(attempt: Attempts): ShrinkSteps<void> {
  yield* attempt.accepts(attempt.best.map(simplest));
  const labels = new Set(attempt.best.flatMap((d) => ("label" in d ? [d.label] : [])));
  for (const label of labels) {
    const changed = attempt.best.map((d) => ("label" in d && d.label === label ? simplest(d) : d));
    if (changed.some((d, at) => d !== attempt.best[at])) yield* attempt.accepts(changed);
  }
}

/** Tries each answer at its simplest, last ones first: what is late depends on what is early. */
export function* simplifyAnswers(attempt: Attempts): ShrinkSteps<void> {
  for (let at = attempt.best.length - 1; at >= 0 && !attempt.isSpent; at--) {
    const decision = attempt.best[at];
    if (decision === undefined || simplest(decision) === decision) continue;
    yield* attempt.accepts(replaced(attempt.best, at, simplest(decision)));
  }
}

/** Brings each number towards zero by halves, then by one. */
export function* lowerNumbers(attempt: Attempts): ShrinkSteps<void> {
  for (let at = 0; at < attempt.best.length && !attempt.isSpent; at++) {
    let low = 0;
    for (;;) {
      const decision = attempt.best[at];
      if (decision?.kind !== "integer" || Math.abs(decision.value) <= low) break;
      const middle = low + Math.floor((Math.abs(decision.value) - low) / 2);
      // Subtracted, because a negated zero is another number.
      const value = decision.value < 0 ? 0 - middle : middle;
      const isLower = yield* attempt.accepts(replaced(attempt.best, at, { ...decision, value }));
      if (attempt.isSpent) return;
      if (!isLower) low = middle + 1;
    }
  }
}

/** Makes each value small: no draws at all, then draw by draw, then by its own shrink tree. */
export function* shrinkValues(attempt: Attempts): ShrinkSteps<void> {
  for (let at = 0; at < attempt.best.length && !attempt.isSpent; at++) {
    const decision = attempt.best[at];
    // A literal wins over draws and path: changing them would change nothing, for ever.
    if (decision?.kind !== "value" || decision.literal !== undefined) continue;
    yield* lowerDraws(attempt, at);
    yield* walkShrinkTree(attempt, at);
  }
}

/**
 * Makes values small that have no draws behind them, because a search has guessed them. Each is
 * tried as a guess again: what the arbitrary could not have given is no smaller value.
 */
export function* shrinkLiterals(attempt: Attempts): ShrinkSteps<void> {
  for (let at = 0; at < attempt.best.length && !attempt.isSpent; at++) {
    const decision = attempt.best[at];
    if (decision?.kind !== "value" || decision.literal === undefined) continue;
    // What the arbitrary does not take for one of its own has no smaller ones that it would.
    if (isAnswer(decision) || !(yield* guess(attempt, at, decision.literal.value))) continue;
    for (;;) {
      const isSmaller = yield* shrinkLiteral(attempt, at);
      if (!isSmaller || attempt.isSpent) break;
    }
  }
}

// --- inside ---

function* shrinkLiteral(attempt: Attempts, at: number): ShrinkSteps<boolean> {
  const decision = valueAt(attempt, at);
  for (const value of smallerLiterals(decision?.literal?.value)) {
    if (attempt.isSpent) return false;
    if (yield* guess(attempt, at, value)) return true;
  }
  return false;
}

/** Tries a value as a guess; whether it was taken and the run fails in the same way. */
function* guess(attempt: Attempts, at: number, value: unknown): ShrinkSteps<boolean> {
  const decision = valueAt(attempt, at);
  if (decision === undefined) return false;
  const literal = { value, isGuess: true };
  const taken = yield* attempt.try(replaced(attempt.best, at, { ...decision, literal }));
  const got = taken?.[at];
  // Without a literal the value was drawn instead: whatever it is, it is not what was tried.
  const isTaken = got?.kind === "value" && got.literal !== undefined;
  if (taken === undefined || !isTaken || !attempt.isNoLarger(taken)) return false;
  attempt.best = taken;
  return true;
}

/** Values with more draws than this are left to their own shrink tree, which is better at them. */
const drawsLoweredMax = 24;

interface Span {
  readonly start: number;
  readonly end: number;
  /** Behind what was drawn after the span and before the next one of its level. */
  readonly tailEnd: number;
  /** Behind all that came before the next span of its label: a step and the crash it caused. */
  readonly wideEnd: number;
}

function spansOf(list: readonly Decision[]): readonly Span[] {
  const spans: Span[] = [];
  const open: number[] = [];
  for (let at = 0; at < list.length; at++) {
    const kind = list[at]?.kind;
    if (kind === "span") open.push(at);
    if (kind !== "end") continue;
    const start = open.pop();
    if (start === undefined) continue;
    let tailEnd = at + 1;
    while (tailEnd < list.length && !isBorder(list[tailEnd])) tailEnd += 1;
    spans.push({ start, end: at + 1, tailEnd, wideEnd: wideEnd(list, start, tailEnd) });
  }
  const end = list.length;
  for (const start of open) spans.push({ start, end, tailEnd: end, wideEnd: end });
  return spans.toSorted((a, b) => a.start - b.start);
}

function wideEnd(list: readonly Decision[], start: number, from: number): number {
  const own = list[start];
  let depth = 0;
  for (let at = from; at < list.length; at++) {
    const decision = list[at];
    if (decision?.kind === "end") depth -= 1;
    if (depth < 0) return at;
    if (decision?.kind !== "span") continue;
    if (depth === 0 && own?.kind === "span" && decision.label === own.label) return at;
    depth += 1;
  }
  return list.length;
}

function isBorder(decision: Decision | undefined): boolean {
  return decision?.kind === "span" || decision?.kind === "end";
}

function without(
  list: readonly Decision[],
  part: { readonly start: number; readonly end: number },
): readonly Decision[] {
  return [...list.slice(0, part.start), ...list.slice(part.end)];
}

function replaced(list: readonly Decision[], at: number, decision: Decision): readonly Decision[] {
  return list.map((known, index) => (index === at ? decision : known));
}

/** The simplest answer of its kind; the very same object where it is that already. */
function simplest(decision: Decision): Decision {
  switch (decision.kind) {
    case "chance":
      return decision.value && decision.label !== "more" ? { ...decision, value: false } : decision;
    case "integer":
      return decision.value === 0 ? decision : { ...decision, value: 0 };
    case "value": {
      if (isAnswer(decision)) return decision;
      const { literal, draws, path, ...rest } = decision;
      const isSimplest = literal === undefined && draws.length === 0 && path.length === 0;
      return isSimplest ? decision : { ...rest, draws: [], path: [] };
    }
    default:
      return decision;
  }
}

function valueAt(attempt: Attempts, at: number): ValueDecision | undefined {
  const decision = attempt.best[at];
  return decision?.kind === "value" ? decision : undefined;
}

function* lowerDraws(attempt: Attempts, at: number): ShrinkSteps<void> {
  const drawsCount = valueAt(attempt, at)?.draws.length ?? 0;
  if (drawsCount > drawsLoweredMax) return;
  for (let index = 0; index < drawsCount && !attempt.isSpent; index++) {
    const decision = valueAt(attempt, at);
    const draw = decision?.draws[index];
    if (decision === undefined || draw === undefined || Number(draw) === 0) continue;
    // A changed draw makes another tree: the path belongs to the old one.
    const draws = decision.draws.map((known, other) => (other === index ? 0 : known));
    yield* attempt.accepts(replaced(attempt.best, at, { ...decision, draws, path: [] }));
  }
}

/**
 * Walks the arbitrary's own shrink tree: each accepted child is the new root. A taken path that is
 * shorter than the tried one says that the level has no such child.
 */
function* walkShrinkTree(attempt: Attempts, at: number): ShrinkSteps<void> {
  for (let child = 0; !attempt.isSpent;) {
    const decision = valueAt(attempt, at);
    if (decision === undefined) return;
    const path = [...decision.path, child];
    const taken = yield* attempt.try(replaced(attempt.best, at, { ...decision, path }));
    if (taken === undefined || !attempt.isNoLarger(taken)) {
      // Another failure, or a smaller value that makes the run longer: the next child may do.
      child += 1;
      if (child > childrenTriedMax) return;
      continue;
    }
    const got = taken[at];
    if (got?.kind !== "value" || got.path.length < path.length) return;
    attempt.best = taken;
    child = 0;
  }
}

/** A level with more children than this is left as it is. */
const childrenTriedMax = 64;
