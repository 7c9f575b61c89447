import { real } from "../real.ts";
import { activeWorld } from "../active-world.ts";
import { anyCallerStack } from "../caller-stack.ts";
import { leaveWorld } from "../escapes.ts";
import { isOpenedOutside } from "../loading/outside-descriptors.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { realPromises } from "../real-fs.ts";

/** Refuses to change a real file by a descriptor from before the run; stdout is none. */
export function refuseEarlier(name: string, args: readonly unknown[]): void {
  const [given] = args;
  const isHandle = typeof given === "object" && given !== null && "fd" in given;
  const isEarlier = isHandle || (typeof given === "number" && given !== 1 && given !== 2);
  // Where it is known who opened it, that is said by who is asked next.
  if (isEarlier && changing.has(name) && !isOpenedOutside(given))
    leave(`fs.${name}`, refuseEarlier);
}

/** Guards the handles of `fs.promises` that were opened before a run, once for the process. */
export async function guardEarlierHandles(): Promise<void> {
  if (isGuarded) return;
  isGuarded = true;
  const handle = await realPromises.open(real.execPath);
  const prototype = Object.getPrototypeOf(handle) as Readonly<Record<string, unknown>>;
  await handle.close();
  for (const name of changingOfHandles) {
    const original = prototype[name];
    if (typeof original !== "function") continue;
    replaceFunction(prototype, name, function standIn(this: unknown, ...args: never[]): unknown {
      if (activeWorld !== undefined) leave(`FileHandle.prototype.${name}`, standIn);
      return Reflect.apply(original as AnyFunction, this, args);
    });
  }
}

// --- inside ---

let isGuarded = false;

const changingOfHandles =
  "write writev writeFile appendFile truncate chmod chown utimes createWriteStream".split(" ");

const changing: ReadonlySet<string> = new Set(
  "write writev writeFile appendFile ftruncate truncate fchmod fchown futimes".split(" "),
);

function leave(call: string, below: AnyFunction): void {
  leaveWorld({
    seam: "files",
    call,
    why: "changes a file that was opened before the run",
    instead: "open the file in the run, then what is written stays in memory",
    stack: anyCallerStack(below),
  });
}
