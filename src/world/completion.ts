import { callIn, keepContext } from "./async-context.ts";
import type { SimWorld } from "./sim-world.ts";

/** Calls back after a latency that is decided, in the AsyncLocalStorage of whoever asked. */
export function completeInContext(world: SimWorld, label: string, callback: () => void): void {
  const context = keepContext(world, label);
  // Not the bare label: that is the decision about what comes back, this is the one about when.
  world.complete(`${label} callback`, () => callIn(context, callback, {}));
}
