import type { SeamDispatch } from "../../kernel/faults/fault.ts";
import { standFor } from "../../world/stand-in.ts";

/**
 * Sends the calls of a function that exists through a seam. All else of it stays: its name, its
 * length, its properties, and that it may be a class.
 */
export function wrapFunction(seam: SeamDispatch, original: unknown, name = ""): unknown {
  if (typeof original !== "function") return original;
  const known = wrapped.get(original)?.get(name);
  if (known !== undefined) {
    // The same seam of a later graph: a function of the process is wrapped once.
    known.seam = seam;
    return original;
  }
  const box = { seam };
  const proceed = original as (...args: unknown[]) => unknown;
  const stand = new Proxy(proceed, {
    apply: (target, self: unknown, args: unknown[]) =>
      box.seam.isOn
        ? box.seam.call(self, args, (...given) => Reflect.apply(target, self, given))
        : Reflect.apply(target, self, args),
  });
  standFor(stand, original);
  if (name !== "") wrapped.set(stand, new Map(wrapped.get(original)).set(name, box));
  return stand;
}

// --- inside ---

/** Which seams a stand-in is already sent through. */
const wrapped = new WeakMap<object, Map<string, { seam: SeamDispatch }>>();
