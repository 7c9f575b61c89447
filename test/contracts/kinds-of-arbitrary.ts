import fc from "fast-check";
import type { ValueArbitrary } from "../../src/kernel/decisions/decisions.ts";

/** One kind of arbitrary, and how two of its values are compared. */
export interface KindOfArbitrary {
  readonly name: string;
  readonly arbitrary: ValueArbitrary<unknown>;
}

/** Shows a value so that two equal ones read the same; functions are shown by what they answer. */
export function showValue(value: unknown): string {
  if (typeof value !== "function") return fc.stringify(value);
  const answers = [[], [0], ["a", { b: 1 }], [[1, 2], null]].map((args) => value(...args));
  return `function answering ${fc.stringify(answers)}`;
}

interface Tree {
  readonly left: Tree | number;
  readonly right: Tree | number;
}

const { tree } = fc.letrec<{ tree: Tree | number; node: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, fc.nat(), tie("node")),
  node: fc.record({ left: tie("tree"), right: tie("tree") }),
}));

/** Every way of drawing that fast-check has, at least once. */
export const kindsOfArbitrary: readonly KindOfArbitrary[] = Object.entries({
  integer: fc.integer(),
  "integer of the whole safe range": fc.maxSafeInteger(),
  bigInt: fc.bigInt(),
  "bigInt of 200 bits": fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
  boolean: fc.boolean(),
  double: fc.double(),
  float: fc.float(),
  string: fc.string(),
  "string of graphemes": fc.string({ unit: "grapheme" }),
  "string of any code points": fc.string({ unit: "binary" }),
  "string that matches": fc.stringMatching(/^[a-f]{2,5}-\d+$/),
  array: fc.array(fc.integer()),
  uniqueArray: fc.uniqueArray(fc.integer({ min: 0, max: 30 })),
  set: fc.set(fc.nat(9)),
  map: fc.map(fc.nat(9), fc.string({ maxLength: 3 })),
  subarray: fc.subarray([1, 2, 3, 4, 5]),
  record: fc.record({ a: fc.nat(), b: fc.string(), c: fc.boolean() }, { requiredKeys: ["a"] }),
  option: fc.option(fc.nat()),
  oneof: fc.oneof(fc.nat(), fc.string(), fc.constant(undefined)),
  constantFrom: fc.constantFrom("a", "b", "c"),
  tuple: fc.tuple(fc.nat(), fc.string(), fc.bigInt()),
  dictionary: fc.dictionary(fc.string(), fc.nat()),
  mapped: fc.nat().map((n) => ({ n, half: n / 2 })),
  filtered: fc.nat().filter((n) => n % 3 === 0),
  chained: fc.nat(8).chain((n) => fc.array(fc.nat(), { minLength: n, maxLength: n })),
  "a letrec tree": tree,
  date: fc.date(),
  uint8Array: fc.uint8Array(),
  float64Array: fc.float64Array(),
  json: fc.json(),
  jsonValue: fc.jsonValue(),
  anything: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
  "anything with odd objects": fc.anything({
    withNullPrototype: true,
    withObjectString: true,
    withBoxedValues: true,
    withTypedArray: true,
    withSparseArray: true,
  }),
  clone: fc.clone(fc.array(fc.string()), 3),
  emailAddress: fc.emailAddress(),
  webUrl: fc.webUrl(),
  ipV6: fc.ipV6(),
  uuid: fc.uuid(),
  func: fc.func(fc.nat()),
  scheduler: fc.nat().map((n) => Symbol.for(String(n))),
  shuffled: fc.shuffledSubarray(["a", "b", "c", "d"]),
  "big array": fc.bigUint64Array(),
  "infinite stream": fc.infiniteStream(fc.nat()).map((stream) => [...stream.take(5)]),
} satisfies Record<string, ValueArbitrary<unknown>>).map(([name, arbitrary]) => ({
  name,
  arbitrary,
}));
