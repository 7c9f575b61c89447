import { AsyncLocalStorage } from "node:async_hooks";
import { activeWorld } from "./active-world.ts";
import { type AnyFunction, replaceFunction } from "./stand-in.ts";

/**
 * Notes which AsyncLocalStorage a run uses. Node keeps every storage ever entered in a list
 * that each new promise walks; storages of ended runs would make every later run slower.
 */
export function installAsyncStorage(): void {
  for (const name of ["run", "enterWith"] as const) {
    const original: AnyFunction = AsyncLocalStorage.prototype[name];
    replaceFunction(
      AsyncLocalStorage.prototype,
      name,
      function (this: AsyncLocalStorage<unknown>, ...args: never[]): unknown {
        activeWorld?.keepStorage(this);
        return original.apply(this, args);
      },
    );
  }
}
