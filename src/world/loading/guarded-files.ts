import { constants } from "node:fs";
import { fileURLToPath } from "node:url";
import type { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { realFs } from "../real-fs.ts";
import { activeWorld } from "../active-world.ts";
import { refusalOf } from "./cure.ts";
import { isLoadingGuarded, madeOutside } from "./idle-world.ts";
import { closedOutside, meetDescriptor, openedOutside } from "./outside-descriptors.ts";

/** The three forms of a function of `node:fs`. */
export type FsForm = "sync" | "callback" | "promise";

type FsFunction = (...args: unknown[]) => unknown;

/**
 * A function of `node:fs` that changes nothing outside of a run: reading stays real, because code
 * must be loaded, and whatever would write is refused. In a run it is the function as it was.
 */
export function guardedFile(name: string, form: FsForm, real: FsFunction): FsFunction {
  const isOpen = name === "open" || name === "opendir";
  if (!changing.has(name) && !reading.has(name)) return real;
  const shown =
    form === "sync" ? `fs.${name}Sync` : `fs${form === "promise" ? ".promises" : ""}.${name}`;
  return function (this: unknown, ...args) {
    // In a run the simulated files answer; what comes here is for Node to refuse, or real.
    if (activeWorld !== undefined) meetDescriptor(shown, args[0]);
    else if (!isLoadingGuarded()) return real.apply(this, args);
    const refusal = changing.has(name) ? refusalFor(name, shown, args) : undefined;
    if (refusal === undefined) {
      if (name === "close") closedOutside(args[0]);
      return isOpen
        ? openedOutside(form, args, (given) => real.apply(this, given))
        : real.apply(this, args);
    }
    if (form === "sync") throw refusal;
    if (form === "promise") return Promise.reject(refusal);
    const callback = args.at(-1);
    if (typeof callback !== "function") throw refusal;
    process.nextTick(callback, refusal);
    return undefined;
  };
}

/** Whether `open` with these flags may write. */
export function opensToWrite(flags: unknown): boolean {
  if (flags === undefined || flags === null) return false;
  if (typeof flags === "number") return (flags & writingFlags) !== 0;
  return typeof flags !== "string" || !/^(?:r|rs|sr)$/.test(flags);
}

// --- inside ---

/** By path; `cp` and the like change what their second argument names. */
const pathNames =
  "appendFile chmod chown copyFile cp lchmod lchown link lutimes mkdir mkdtemp mkdtempDisposable " +
  "open rename rm rmdir symlink truncate unlink utimes writeFile";
/** By descriptor. */
const descriptorNames = "fchmod fchown ftruncate futimes write writev";
/** What changes nothing, but may be told a descriptor, or gives what a run must not use. */
const readingNames = "close fdatasync fstat fsync opendir read readv readFile";

const descriptors = new Set(descriptorNames.split(" "));
const reading = new Set(readingNames.split(" "));
const changing = new Set([...pathNames.split(" "), ...descriptors]);

const writingFlags =
  constants.O_WRONLY |
  constants.O_RDWR |
  constants.O_CREAT |
  constants.O_TRUNC |
  constants.O_APPEND;

/** Writing there changes nothing, or only prints. */
const harmlessPaths = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"]);
const printing = new Set<unknown>([1, 2]);

function refusalFor(
  name: string,
  shown: string,
  args: readonly unknown[],
): GauntletError | undefined {
  if (!hasEffect(name, args)) return undefined;
  const made = madeOutside();
  if (made === undefined) return undefined;
  // Node itself writes on from callback to callback, to what Gauntlet has opened.
  if (descriptors.has(name) && made.maker.place === "") return undefined;
  const call = descriptors.has(name) ? shown : `${shown} ${shownPath(args[0])}`.trimEnd();
  return refusalOf(call, made.maker);
}

/** Whether a call can change anything; one that cannot is let pass, and fails as Node says. */
function hasEffect(name: string, args: readonly unknown[]): boolean {
  const [first, second] = args;
  if (harmlessPaths.has(first as string)) return false;
  switch (name) {
    case "open":
      return opensToWrite(typeof second === "function" ? undefined : second);
    case "mkdir":
      return !isThere(first);
    case "rm":
    case "rmdir":
    case "unlink":
      return isThere(first);
    case "write":
    case "writev":
    case "writeFile":
    case "appendFile":
      return !printing.has(first);
    default:
      return true;
  }
}

function isThere(given: unknown): boolean {
  try {
    realFs.lstatSync(given as string);
    return true;
  } catch {
    return false;
  }
}

function shownPath(given: unknown): string {
  if (given instanceof URL && given.protocol === "file:") return fileURLToPath(given);
  return typeof given === "string" || Buffer.isBuffer(given) ? String(given) : "";
}
