import type { Decisions } from "../../kernel/decisions/decisions.ts";
import type { World } from "../../kernel/subject/subject.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { isUnmade, unmadeKey } from "./unmade.ts";

/** Makes values of one kind out of what was drawn for them. */
export interface Maker {
  make(of: unknown, making: Making): unknown;
  /** Whether what it gives may have to be waited for. */
  readonly isAwaited?: boolean;
  /** How the value is written in code. */
  text(of: unknown, show: (value: unknown) => string): string;
}

/** What making values needs of the run. */
export interface Making {
  readonly world: World;
  readonly decisions: Decisions;
  readonly modules: Readonly<Record<string, object>>;
  makers: ReadonlyMap<string, Maker>;
  /** How often stubs were called so far. */
  stubCalls: number;
  /** Whether a signal that aborts was given to the code. */
  hasSignal: boolean;
}

/** Something that goes on by itself until a promise has to be waited for. */
export type Steps<T> = Generator<PromiseLike<unknown>, T, unknown>;

/** A value that could not be made, through no fault of what was to be called. */
export class UnmadeError extends Error {
  override readonly name: string = "UnmadeError";
  constructor(what: string, cause: unknown) {
    super(what, { cause });
  }
}

/** A copy of what was drawn, in which every value that is more than data is made. */
export function* makeValue(drawn: unknown, making: Making): Steps<unknown> {
  if (typeof drawn !== "object" || drawn === null) return drawn;
  if (isUnmade(drawn)) {
    const maker = making.makers.get(drawn[unmadeKey]);
    if (maker === undefined) throw new UnmadeError(`nothing makes ${drawn[unmadeKey]}`, undefined);
    const of = yield* makeValue(drawn.of, making);
    const made = maker.make(of, making);
    return maker.isAwaited === true && isThenable(made) ? yield made : made;
  }
  if (Array.isArray(drawn)) {
    const items: unknown[] = [];
    for (const item of drawn) items.push(yield* makeValue(item, making));
    return items;
  }
  if (drawn instanceof Map) {
    const entries = new Map<unknown, unknown>();
    for (const [key, value] of drawn) {
      entries.set(yield* makeValue(key, making), yield* makeValue(value, making));
    }
    return entries;
  }
  if (drawn instanceof Set) {
    const items = new Set<unknown>();
    for (const item of drawn) items.add(yield* makeValue(item, making));
    return items;
  }
  return Object.getPrototypeOf(drawn) === Object.prototype
    ? yield* makeFields(drawn, making)
    : drawn;
}

/** Goes through steps; gives a promise only where one has to be waited for. */
export function walk<T>(steps: Steps<T>): T | Promise<T> {
  const first = steps.next();
  if (first.done === true) return first.value;
  return walkAsync(steps, first.value);
}

/** Goes through steps that must not wait. */
export function walkAtOnce<T>(steps: Steps<T>): T {
  const first = steps.next();
  if (first.done === true) return first.value;
  throw new UnmadeError("a value that must be waited for is needed at once", undefined);
}

// --- inside ---

function* makeFields(drawn: object, making: Making): Steps<object> {
  const made = {};
  for (const key of Object.keys(drawn)) {
    // Defined, not assigned: `__proto__` is a key like any other.
    Object.defineProperty(made, key, {
      value: yield* makeValue(Reflect.get(drawn, key), making),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return made;
}

async function walkAsync<T>(steps: Steps<T>, first: PromiseLike<unknown>): Promise<T> {
  let waiting = first;
  for (;;) {
    let step: IteratorResult<PromiseLike<unknown>, T>;
    try {
      const value = await waiting;
      step = steps.next(value);
    } catch (thrown) {
      step = steps.throw(thrown);
    }
    if (step.done === true) return step.value;
    waiting = step.value;
  }
}
