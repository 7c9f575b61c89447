import type { Given } from "../../data/pack.ts";
import { fastCheck } from "../../subject/calls/fast-check.ts";

/** What a generator is given; fast-check is loaded only for packs that ask for it. */
export function givenOf<Options>(options: Options): Given<Options> {
  return {
    options,
    get fc() {
      return fastCheck();
    },
  };
}
