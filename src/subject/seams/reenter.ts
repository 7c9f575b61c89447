import type { SeamDispatch } from "../../kernel/faults/fault.ts";

/** Whether a call that reached a definition still has to go through its seam. */
export function enters(seam: SeamDispatch): boolean {
  if (passing !== seam) return true;
  passing = undefined;
  return false;
}

/** Sends a call through a seam and lets it into the same function again. */
export function again(
  seam: SeamDispatch,
  self: unknown,
  args: readonly unknown[],
  definition: (...args: unknown[]) => unknown,
): unknown {
  return seam.call(self, args, (...given) => {
    passing = seam;
    try {
      return Reflect.apply(definition, self, given);
    } finally {
      // The seam may have been switched off on the way: then nobody has asked.
      if (passing === seam) passing = undefined;
    }
  });
}

// --- inside ---

/** The seam whose next call has been through it already; set only from one call to its callee. */
let passing: SeamDispatch | undefined;
