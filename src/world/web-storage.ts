import { activeWorld } from "./active-world.ts";
import { replaceGetter } from "./stand-in.ts";

/** Lets `localStorage` be what it is in a Node that was given no file for it: undefined. */
export function installWebStorage(): void {
  if (Object.getOwnPropertyDescriptor(globalThis, "localStorage")?.get === undefined) return;
  replaceGetter(globalThis, "localStorage", (self, original) =>
    activeWorld === undefined ? Reflect.apply(original, self, []) : undefined,
  );
}
