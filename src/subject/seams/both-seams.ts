import type { SeamDispatch } from "../../kernel/faults/fault.ts";

/** One dispatcher for a definition that two seams name: a call goes through both. */
export function bothSeams(first: SeamDispatch, second: SeamDispatch): SeamDispatch {
  return {
    get isOn() {
      return first.isOn || second.isOn;
    },
    call: (self, args, proceed) =>
      first.call(self, args, (...given) => second.call(self, given, proceed)),
  };
}
