import type { Seam } from "../seam.ts";

/** Sends a call of the network through the faults that are on; it has no `this`. */
export function throughSeam(
  seam: Seam,
  info: object,
  proceed: (info: unknown) => unknown,
): unknown {
  return seam.call(noSelf, [info], proceed);
}

// --- inside ---

const noSelf: unknown = undefined;
