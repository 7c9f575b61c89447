/** Hears of work that was done inside a builtin. */
type OnWork = (amount: number) => void;

/**
 * Lets builtins that go through a whole list or text say how much they did, until the function
 * that it gives is called: a loop over `includes` is as slow as a loop in a loop, and shows in no
 * counter of the code.
 */
export function countBuiltins(onWork: OnWork): () => void {
  let isOn = false;
  const replaced = functions.map(({ owner, name, was, original, amount }) => {
    const value = function (this: unknown, ...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(original, this, args);
      if (isOn) onWork(amount(this, result, args));
      return result;
    };
    return { owner, name, was, now: { ...was, value } };
  });
  // By index: going through a list by its iterator is one of the things that are counted.
  for (let at = 0; at < replaced.length; at++) put(replaced[at], "now");
  isOn = true;
  return () => {
    isOn = false;
    for (let at = 0; at < replaced.length; at++) put(replaced[at], "was");
  };
}

// --- inside ---

type Amount = (self: unknown, result: unknown, args: readonly unknown[]) => number;

type Counted = readonly [owner: object, names: readonly PropertyKey[], amount: Amount];

// Without `shift`: V8 moves the start of the list, not its items.
const counted: readonly Counted[] = [
  [Array.prototype, ["indexOf", "includes", "lastIndexOf"], searched],
  [Array.prototype, ["unshift", "splice", "reverse", "fill", "join"], ofSelf],
  [Array.prototype, ["concat", "slice", "flat", "toSpliced", "with", "toReversed"], ofResult],
  [Array.prototype, ["sort", "toSorted"], sorted],
  [Array.prototype, [Symbol.iterator, "keys", "entries"], ofSelf],
  [Array, ["from", "of"], ofResult],
  [String.prototype, ["indexOf", "includes", "lastIndexOf", "search", "match"], ofSelf],
  [String.prototype, ["split", "replace", "replaceAll", "trim", "normalize"], ofSelf],
  [String.prototype, ["toLowerCase", "toUpperCase", "padStart", "padEnd", "repeat"], ofResult],
  [Object, ["keys", "values", "entries", "fromEntries", "assign"], ofResult],
  [JSON, ["stringify"], ofResult],
  [JSON, ["parse"], (_self, _result, args) => sizeOf(args[0])],
];

interface Replaced {
  readonly owner: object;
  readonly name: PropertyKey;
  readonly was: PropertyDescriptor;
  readonly now: PropertyDescriptor;
}

function put(replaced: Replaced | undefined, which: "now" | "was"): void {
  if (replaced !== undefined)
    Reflect.defineProperty(replaced.owner, replaced.name, replaced[which]);
}

const functions = counted.flatMap(([owner, names, amount]) =>
  names.flatMap((name) => {
    const was = Reflect.getOwnPropertyDescriptor(owner, name);
    if (was === undefined || typeof was.value !== "function") return [];
    return [{ owner, name, was, amount, original: was.value as CallableFunction }];
  }),
);

/** What is found early costs little. */
function searched(self: unknown, result: unknown, args: readonly unknown[]): number {
  if (typeof result === "number" && result >= 0) return result + 1;
  if (result !== true || !Array.isArray(self)) return sizeOf(self);
  let at = 0;
  while (at < self.length && !Object.is(self[at], args[0])) at += 1;
  return at + 1;
}

function ofSelf(self: unknown): number {
  return sizeOf(self);
}

function ofResult(_self: unknown, result: unknown): number {
  return sizeOf(result);
}

function sorted(self: unknown): number {
  const size = sizeOf(self);
  return Math.ceil(size * Math.log2(size + 1));
}

function sizeOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return 1;
}
