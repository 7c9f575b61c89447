import buffer from "node:buffer";
import { activeWorld } from "../active-world.ts";
import { readEpochMs } from "../clock.ts";
import { real } from "../real.ts";
import { imitate, replaceGetter, replaceValue } from "../stand-in.ts";
import { replaceGlobalClass } from "./global-class.ts";

/**
 * Gives a `File` the virtual time for when it was last changed, where nobody says. Those that Node
 * makes itself, for a form, took the host's time, out of our reach: they get the time at which it
 * is first asked for.
 */
export function installFileTime(): void {
  const { File } = buffer;
  if (typeof File !== "function") return;
  function SimFile(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    const given = activeWorld === undefined || args.length < 2 ? args : dated(activeWorld, args);
    // Called without `new`, the real one says so.
    if (target === undefined) return Reflect.apply(File, this, given);
    return Reflect.construct(File, given, target === SimFile ? File : (target as NewableFunction));
  }
  const standIn: unknown = imitate(SimFile, File);
  replaceGetter(File.prototype, "lastModified", (self, original) => timeOf(self, original));
  replaceValue(File.prototype, "constructor", standIn);
  Object.defineProperty(buffer, "File", { value: standIn, configurable: true, writable: true });
  if (Reflect.get(globalThis, "File") !== undefined) replaceGlobalClass("File", standIn);
}

// --- inside ---

const startMs = real.dateNow();
const times = new WeakMap<object, number>();

function dated(world: NonNullable<typeof activeWorld>, args: readonly unknown[]): unknown[] {
  const [parts, name, options] = args;
  const isOptions = options === undefined || (typeof options === "object" && options !== null);
  if (!isOptions) return [...args];
  const said = Reflect.get(options ?? {}, "lastModified") as unknown;
  if (said !== undefined) return [...args];
  return [parts, name, { ...options, lastModified: readEpochMs(world) }];
}

function timeOf(self: unknown, original: () => unknown): unknown {
  const told = Reflect.apply(original, self, []);
  const world = activeWorld;
  // Nobody names a moment since this process was started: that is the host's clock.
  if (world === undefined || typeof told !== "number" || told < startMs) return told;
  const known = times.get(self as object);
  if (known !== undefined) return known;
  const timeMs = readEpochMs(world);
  times.set(self as object, timeMs);
  return timeMs;
}
