import type { Shape } from "../../kernel/values/shape.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import type { Steps } from "./maker.ts";

/** So many items of what a function goes on giving are asked for. */
const itemsMax = 100;

/** How far items are asked for, and whether there were more. */
export interface Asking {
  /** Asks until there are no more; only work ends it sooner. Never what has to be waited for. */
  readonly isToTheEnd: boolean;
  isCut: boolean;
}

/**
 * What a call gave, where it gives items one by one: a generator has done nothing before it is
 * asked, so it is asked. Everything else is given back as it is.
 */
export function* iterated(value: unknown, returns: Shape, asking: Asking): Steps<unknown> {
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
  asking.isCut = true;
  if (asking.isToTheEnd && !returns.isAsync) askOn(iterator);
  const ended: unknown = iterator.return?.();
  if (isThenable(ended)) yield ended;
  return givenItems(items, key);
}

// --- inside ---

interface AnyIterator {
  next(): unknown;
  return?(): unknown;
}

/** Beyond this nobody waits, where items come from code of which no work is counted. */
const asksMax = 1_000_000;

function askOn(iterator: AnyIterator): void {
  for (let asks = 0; asks < asksMax; asks++) {
    const step = iterator.next() as IteratorResult<unknown>;
    if (step.done === true) return;
  }
}

/** The items, as something that can still be asked for them in the same way. */
function givenItems(items: readonly unknown[], key: symbol): unknown {
  return key === Symbol.iterator ? items : Object.assign([...items], { [key]: () => items });
}
