import type { Fault, SeamCall } from "./fault.ts";
import { makeFault, type SeamOptions } from "./make-fault.ts";

/** What a fault of one's own is: a name, a seam, and what it does around a call. */
export interface CustomFault extends SeamOptions {
  readonly name: string;
  readonly seam: string;
  /** Is called for each call that the triggers choose; says `call.fire()` when it did something. */
  readonly strike: (call: SeamCall) => unknown;
}

/** A fault of one's own, with the triggers that all faults have. */
export function custom(definition: CustomFault): Fault {
  const { name, seam, strike } = definition;
  return makeFault({
    kind: name,
    seam,
    options: definition,
    strike: ({ call }) => strike(call),
  });
}
