import { AsyncResource } from "node:async_hooks";
import type { SimWorld } from "./sim-world.ts";

/** Calls back after a latency that is decided, in the AsyncLocalStorage of whoever asked. */
export function completeInContext(world: SimWorld, label: string, callback: () => void): void {
  const resource = new AsyncResource(label);
  // Not the bare label: that is the decision about what comes back, this is the one about when.
  world.complete(`${label} callback`, () => resource.runInAsyncScope(callback));
}
