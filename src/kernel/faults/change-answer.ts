import { type AnyIterator, isIterator, isThenable } from "./answer-kind.ts";
import type { Hit } from "./make-fault.ts";

/** Says that an answer cannot be changed in this way; the fault has then not fired. */
export const unchanged: unique symbol = Symbol("unchanged");

/** What becomes of a value; `unchanged` where nothing does. */
export type Change = (value: unknown) => unknown;

/**
 * Makes the call and changes what comes of it: the value, what a promise settles to, or each value
 * that a generator yields. It fires when something really changed.
 */
export function changeAnswer<S>(hit: Hit<S>, change: Change): unknown {
  const apply = (value: unknown): unknown => {
    if (isIterator(value)) return changeEach(value, applyOne);
    return applyOne(value);
  };
  const applyOne = (value: unknown): unknown => {
    const changed = change(value);
    if (changed === unchanged) return value;
    hit.fire();
    return changed;
  };
  return onSettled(hit.call.proceed(), apply);
}

/** Does something with the value, now or when the promise settles. */
export function onSettled(answer: unknown, apply: (value: unknown) => unknown): unknown {
  return isThenable(answer) ? answer.then(apply) : apply(answer);
}

/** An iterator that stands before another and sees each result of `next`. */
export function tapIterator(source: AnyIterator, next: AnyIterator["next"]): AnyIterator {
  const tap: AnyIterator & Record<symbol, () => unknown> = {
    next,
    return: (value) => source.return?.(value) ?? { done: true, value },
    throw: (error) => {
      if (source.throw !== undefined) return source.throw(error);
      throw error;
    },
  };
  for (const symbol of [Symbol.iterator, Symbol.asyncIterator]) {
    if (symbol in source) tap[symbol] = () => tap;
  }
  return tap;
}

// --- inside ---

function changeEach(source: AnyIterator, change: Change): AnyIterator {
  const onResult = (result: unknown): unknown => {
    const { done, value } = result as IteratorResult<unknown>;
    return done === true || value === undefined ? result : { done, value: change(value) };
  };
  return tapIterator(source, (...args) => onSettled(source.next(...args), onResult));
}
