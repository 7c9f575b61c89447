import type { Arbitrary } from "./fast-check.ts";
import { isUnmade, unmade, unmadeKey } from "./unmade.ts";

/** Data for values of a maker; a value that was guessed is accepted where its data would be. */
export function unmadeArbitrary(maker: string, of: Arbitrary): Arbitrary {
  return of.map(
    (drawn) => unmade(maker, drawn),
    (value) => {
      if (!isUnmade(value) || value[unmadeKey] !== maker) throw new Error(`not of ${maker}`);
      return value.of;
    },
  );
}
