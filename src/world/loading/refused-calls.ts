import { activeWorld } from "../active-world.ts";
import { builtinPlace } from "../builtin-place.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { refuseOutside } from "./cure.ts";

/** Refuses, outside of runs, the calls that act on the machine and have no simulated form. */
export function installRefusedCalls(): void {
  for (const [module, names] of refusedCalls) {
    for (const name of names.split(" ")) {
      const place = builtinPlace(module, name);
      const original: unknown = place?.property.value;
      if (place === undefined || typeof original !== "function") continue;
      const call = `${module}.${name}`.replace("globalThis.", "");
      replaceFunction(place.holder, place.key, function standIn(this: unknown, ...args: never[]) {
        if (activeWorld === undefined) refuseOutside(call);
        return Reflect.apply(original as AnyFunction, this, args);
      });
    }
  }
}

// --- inside ---

/** Files, sockets, processes and threads are not here: their stand-ins ask by themselves. */
const refusedCalls: readonly (readonly [module: string, names: string])[] = [
  ["v8", "writeHeapSnapshot"],
  ["inspector", "open"],
  ["os", "setPriority"],
  ["globalThis", "process.report.writeReport"],
  ["fs", "mkdtempDisposableSync"],
  ["fs/promises", "mkdtempDisposable"],
];
