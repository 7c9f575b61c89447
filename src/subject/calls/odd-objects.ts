import { type Arbitrary, fastCheck } from "./fast-check.ts";
import type { Maker } from "./maker.ts";
import { isUnmade, unmadeKey } from "./unmade.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

const bare = "bare object";
const holder = "holds itself";

/** An object without prototype: it has neither `constructor` nor `toString`. */
export function bareObjects(): Arbitrary {
  const fc = fastCheck();
  const fields = fc.dictionary(fc.constantFrom("a", "b"), fc.constantFrom(0, "a", null), {
    noNullPrototype: true,
    maxKeys: 2,
  });
  return unmadeArbitrary(bare, fields);
}

/** A collection or an object that holds itself: whoever follows it comes to no end. */
export function selfHolding(): Arbitrary {
  return unmadeArbitrary(holder, fastCheck().constantFrom(...Object.keys(holders)));
}

/** What makes them, by name. */
export const oddMakers: readonly (readonly [string, Maker])[] = [
  [
    bare,
    {
      make: (of) => Object.assign(Object.create(null) as object, of),
      text: (of, show) => `Object.assign(Object.create(null), ${show(of)})`,
    },
  ],
  [
    holder,
    {
      make: (of) => holderOf(of).make(),
      text: (of) => holderOf(of).text,
    },
  ],
];

/** What is odd about drawn data, where it is one of these: callers seldom pass it. */
export function oddText(value: unknown): string | undefined {
  if (!isUnmade(value)) return undefined;
  if (value[unmadeKey] === bare) return "an object without prototype";
  return value[unmadeKey] === holder ? "a value that holds itself" : undefined;
}

// --- inside ---

interface Holder {
  readonly make: () => unknown;
  readonly text: string;
}

const holders: Readonly<Record<string, Holder>> = {
  object: { make: selfHoldingObject, text: "{ self: <itself>, a: 0 }" },
  array: { make: selfHoldingArray, text: "[<itself>, 0]" },
  map: { make: selfHoldingMap, text: 'new Map([["self", <itself>], ["a", 0]])' },
  set: { make: selfHoldingSet, text: "new Set([<itself>, 0])" },
};

function holderOf(of: unknown): Holder {
  return holders[String(of)] ?? { make: selfHoldingObject, text: "{ self: <itself>, a: 0 }" };
}

function selfHoldingObject(): unknown {
  const made: Record<string, unknown> = { a: 0 };
  made["self"] = made;
  return made;
}

function selfHoldingArray(): unknown {
  const made: unknown[] = [];
  made.push(made, 0);
  return made;
}

function selfHoldingMap(): unknown {
  const made = new Map<unknown, unknown>();
  return made.set("self", made).set("a", 0);
}

function selfHoldingSet(): unknown {
  const made = new Set<unknown>();
  // With another beside it: what sorts or compares the items has something to do.
  return made.add(made).add(0);
}
