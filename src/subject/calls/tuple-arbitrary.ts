import type { TupleShape } from "../../kernel/values/shape.ts";
import { lists } from "./collection-arbitrary.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import type { Below } from "./shape-context.ts";

/** Tuples of every length that the optional items allow. */
export function tupleArbitrary(shape: TupleShape, below: Below): Arbitrary | undefined {
  const fc = fastCheck();
  const items = shape.items.map((item, index) => below(item.shape, `[${index}]`));
  const needed = shape.items.filter(({ isOptional }) => !isOptional).length;
  const options: Arbitrary[] = [];
  for (let length = needed; length <= items.length; length++) {
    const first = items.slice(0, length);
    if (first.every((item) => item !== undefined)) options.push(fc.tuple(...first));
  }
  const whole = options.at(-1);
  const rest = shape.rest === undefined ? undefined : below(shape.rest, "[]");
  if (rest !== undefined && whole !== undefined && options.length === items.length - needed + 1) {
    options.push(withRest(whole, rest, items.length));
  }
  const [only] = options;
  return options.length < 2 ? only : fc.oneof({ withCrossShrink: true }, ...options);
}

// --- inside ---

function withRest(whole: Arbitrary, rest: Arbitrary, length: number): Arbitrary {
  const fc = fastCheck();
  return fc.tuple(whole, lists(rest, { most: 4 })).map(
    ([first, more]) => [...(first as readonly unknown[]), ...more],
    (value) => {
      if (!Array.isArray(value) || value.length < length) throw new Error("not such a tuple");
      return [value.slice(0, length), value.slice(length)] as [unknown, unknown[]];
    },
  );
}
