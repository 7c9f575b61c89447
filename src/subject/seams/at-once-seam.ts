import type { SeamDispatch } from "../../kernel/faults/fault.ts";

/** The dispatcher for a function that gives no promise: faults throw there and never reject. */
export function atOnceSeam(seam: SeamDispatch): SeamDispatch {
  return {
    get isOn() {
      return seam.isOn;
    },
    call: (self, args, proceed) => {
      const told = (...given: unknown[]): unknown => proceed(...given);
      return seam.call(self, args, Object.assign(told, { isAsync: false }));
    },
  };
}
