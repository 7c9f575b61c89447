import Module from "node:module";
import { activeWorld } from "./active-world.ts";
import { outsideRun } from "./real-fs.ts";
import { madeOutside } from "./loading/idle-world.ts";
import { guardNativePackage } from "./native-packages.ts";
import { replaceFunction } from "./stand-in.ts";

/**
 * Loads a module that a package requires late, in the middle of a run, as if it had been loaded
 * before. It is loaded once and stays for the life of the process: if its top level read the clock
 * of the run or drew from it, the first run would differ from every later one.
 */
export function installNativeLoad(): void {
  const prototype = Module.prototype as unknown as Loading;
  // Called only for a module that is not in the cache yet.
  const { load } = prototype;
  replaceFunction(prototype, "load", function (this: Loading, filename: string): unknown {
    // JSON has no top level, and a run may have written the file.
    if (activeWorld === undefined || filename.endsWith(".json")) return load.call(this, filename);
    isLoading = true;
    try {
      return keeper.keep(() => outsideRun(() => load.call(this, filename)));
    } finally {
      isLoading = false;
    }
  });
  // Here and not after the load, at whose end Node has kept the exports for those who import it.
  const compile = prototype._compile;
  replaceFunction(prototype, "_compile", function (this: Loading, ...args: CompileArguments) {
    const result = compile.apply(this, args);
    guardNativePackage(this, args[1]);
    return result;
  });
  installFindPath();
  installCompileCache();
}

/** Says who keeps what each such load changes: it must stay as the module does. */
export function keepLateLoads(by: LoadKeeper): void {
  keeper = by;
}

/** Calls a load, and lets stay what it changes. */
export interface LoadKeeper {
  keep<R>(load: () => R): R;
}

/** Whether a module is being loaded in the middle of a run; its top level runs outside of it. */
export function isLoadingInRun(): boolean {
  return isLoading;
}

// --- inside ---

let keeper: LoadKeeper = { keep: (load) => load() };
/** Only the outermost load comes from a run: below it there is none. */
let isLoading = false;

/**
 * Node asks the real disk whether there is such a file, and then the run's disk for its real path.
 * That one has nothing of what others left under `/tmp`, where a package may be.
 */
function installFindPath(): void {
  const module = Module as unknown as { _findPath(...args: unknown[]): unknown };
  const findPath = module._findPath;
  replaceFunction(module, "_findPath", (...args: unknown[]): unknown =>
    activeWorld === undefined
      ? Reflect.apply(findPath, Module, args)
      : outsideRun((): unknown => Reflect.apply(findPath, Module, args)),
  );
}

/** A package may ask for it while it is loaded, and must then go on without. */
function installCompileCache(): void {
  const enable: unknown = Reflect.get(Module, "enableCompileCache");
  if (typeof enable !== "function") return; // since Node 22
  replaceFunction(Module, "enableCompileCache", (...args: unknown[]): unknown =>
    madeOutside() === undefined
      ? Reflect.apply(enable, Module, args)
      : { status: compileCacheDisabled },
  );
}

const compileCacheDisabled = 3;

type CompileArguments = [content: string, filename: string, ...more: unknown[]];

interface Loading {
  exports: unknown;
  load(filename: string): unknown;
  _compile(...args: CompileArguments): unknown;
}
