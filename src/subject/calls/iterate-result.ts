import type { Shape } from "../../kernel/values/shape.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import type { Steps } from "./maker.ts";

/** So many items of what a function goes on giving are asked for. */
const itemsMax = 100;

/**
 * What a call gave, where it gives items one by one: a generator has done nothing before it is
 * asked, so it is asked. Everything else is given back as it is.
 */
export function* iterated(value: unknown, returns: Shape): Steps<unknown> {
  if (returns.kind !== "iterable" || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) return value;
  const key = returns.isAsync ? Symbol.asyncIterator : Symbol.iterator;
  const open: unknown = Reflect.get(value, key);
  if (typeof open !== "function") return value;
  const iterator = Reflect.apply(open, value, []) as AnyIterator;
  const items: unknown[] = [];
  while (items.length < itemsMax) {
    const asked: unknown = iterator.next();
    const step = (isThenable(asked) ? yield asked : asked) as IteratorResult<unknown>;
    if (step.done === true) return givenItems(items, key);
    items.push(step.value);
  }
  const ended: unknown = iterator.return?.();
  if (isThenable(ended)) yield ended;
  return givenItems(items, key);
}

// --- inside ---

interface AnyIterator {
  next(): unknown;
  return?(): unknown;
}

/** The items, as something that can still be asked for them in the same way. */
function givenItems(items: readonly unknown[], key: symbol): unknown {
  return key === Symbol.iterator ? items : Object.assign([...items], { [key]: () => items });
}
