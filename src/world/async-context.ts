import { AsyncResource } from "node:async_hooks";
import type { SimWorld } from "./sim-world.ts";

/**
 * The AsyncLocalStorage context of whoever asks for a callback, kept until it is called. A run that
 * has entered no storage has no context to keep, and most runs have not: then it costs nothing.
 */
export type AsyncContext = AsyncResource | undefined;

/** Keeps the present context. */
export function keepContext(world: SimWorld, name: string): AsyncContext {
  return world.usesStorages ? new AsyncResource(name) : undefined;
}

/** Calls back in a context that was kept; errors leave this call as they leave the callback. */
export function callIn(
  context: AsyncContext,
  callback: (...args: unknown[]) => unknown,
  given: { readonly self?: unknown; readonly args?: readonly unknown[] | undefined },
): void {
  const { self, args } = given;
  if (context === undefined) {
    if (args === undefined) callback.call(self);
    else callback.apply(self, [...args]);
    return;
  }
  if (args === undefined) context.runInAsyncScope(callback, self);
  else context.runInAsyncScope(callback, self, ...args);
}
