import fs from "node:fs";
import { resolve } from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { guardedFile, opensToWrite } from "../loading/guarded-files.ts";
import { madeOutside } from "../loading/idle-world.ts";
import {
  inertHandle,
  installInertStreams,
  watchOutside,
  watchOutsideForever,
} from "../loading/inert-files.ts";
import { replaceFunction } from "../stand-in.ts";
import { descriptorOperations } from "./descriptor-operations.ts";
import { opendir } from "./directory-handle.ts";
import { type Disk, files } from "./disk.ts";
import { entryOperations } from "./entry-operations.ts";
import { FileHandle, handleIn, isStreamed } from "./file-handle.ts";
import { callbackForm, type FsFunction, promised, promiseForm, syncForm } from "./forms.ts";
import { isLoaderCall } from "./fs-seams.ts";
import { installWorkingPlace } from "./install-working-place.ts";
import type { Operation, Operations } from "./operation.ts";
import { realPromises } from "../real-fs.ts";
import { treeOperations } from "./tree-operations.ts";
import { wholeOperations } from "./whole-operations.ts";

/**
 * Puts the simulated files behind `node:fs` and `node:fs/promises`. Streams need nothing of their
 * own: Node's look their functions up in the module each time.
 */
export function installFiles(): void {
  if (isInstalled) return;
  isInstalled = true;
  for (const [name, operation] of Object.entries(operations)) {
    const known = { name, operation };
    install(fs, name, (real) => callbackForm(known, guardedFile(name, "callback", real)));
    install(fs, `${name}Sync`, (real) => syncForm(known, guardedFile(name, "sync", real)));
    install(fs.promises, name, (real) => promiseForm(known, guardedFile(name, "promise", real)));
  }
  installInertStreams();
  for (const real of [fs.realpath, fs.realpathSync]) {
    Object.defineProperty(real, "native", { value: real, configurable: true, writable: true });
  }
  installDisposable();
  for (const name of ["createReadStream", "createWriteStream"] as const) installStream(name);
  for (const name of ["watch", "watchFile"] as const) {
    install(fs, name, (real) => refusing(name, (...args) => watchOutside() ?? real(...args)));
  }
  install(fs.promises, "watch", (real) =>
    refusing("promises.watch", (...args) => watchOutsideForever() ?? real(...args)),
  );
  installHandles();
  installWorkingPlace();
}

// --- inside ---

let isInstalled = false;

const operations: Operations = {
  ...descriptorOperations,
  ...wholeOperations,
  ...entryOperations,
  ...treeOperations,
  opendir,
};

function install(holder: object, name: string, standIn: (real: FsFunction) => FsFunction): void {
  // Not every version of Node has every function.
  const real = (holder as Record<string, unknown>)[name];
  if (typeof real !== "function") return;
  replaceFunction(holder, name, standIn(real as FsFunction));
}

function installStream(name: "createReadStream" | "createWriteStream"): void {
  install(fs, name, (real) => {
    return function (this: unknown, ...args) {
      const handle = handleIn(args[1]);
      return handle === undefined ? real.apply(this, args) : handle[name](args[1] as object);
    };
  });
}

/** Folders that remove themselves, made of the functions that are simulated by now. */
function installDisposable(): void {
  const how = { recursive: true, force: true } as const;
  install(fs, "mkdtempDisposableSync", (real) => {
    const outside = guardedFile("mkdtempDisposable", "sync", real);
    return function (this: unknown, ...args) {
      if (activeWorld === undefined) return outside.apply(this, args);
      const made = fs.mkdtempSync(...(args as Parameters<typeof fs.mkdtempSync>));
      const full = resolve(made);
      const remove = (): void => fs.rmSync(full, how);
      return disposable("dispose", made, remove);
    };
  });
  install(fs.promises, "mkdtempDisposable", (real) => {
    const outside = guardedFile("mkdtempDisposable", "promise", real);
    return async function (this: unknown, ...args) {
      if (activeWorld === undefined) return outside.apply(this, args);
      const folder = process.cwd();
      const made = await fs.promises.mkdtemp(...(args as Parameters<typeof fs.promises.mkdtemp>));
      const full = resolve(folder, made);
      const remove = (): Promise<void> => fs.promises.rm(full, how);
      return disposable("asyncDispose", made, remove);
    };
  });
}

function disposable(key: "dispose" | "asyncDispose", made: string, remove: () => unknown): object {
  const symbol: unknown = Reflect.get(Symbol, key);
  return { path: made, remove, ...(typeof symbol === "symbol" ? { [symbol]: remove } : {}) };
}

/** What promises do with handles, and the one call that Node's loader of modules makes. */
function installHandles(): void {
  replaceFunction(fs.promises, "open", function (...args: unknown[]) {
    const world = activeWorld;
    return world === undefined ? openOutside(args) : openHandle(files(world), args);
  });
  install(fs.promises, "readFile", (simulated) => {
    return function (this: unknown, ...args) {
      const [path, options] = args;
      if (activeWorld === undefined) return simulated.apply(this, args);
      if (path instanceof FileHandle) return path.readFile(options);
      if (path instanceof URL && isLoaderCall()) {
        return Reflect.apply(realPromises.readFile, undefined, args);
      }
      return simulated.apply(this, args);
    };
  });
  for (const name of ["writeFile", "appendFile"] as const) {
    install(fs.promises, name, (simulated) => {
      return function (this: unknown, ...args) {
        const [path, data, options] = args;
        if (path instanceof FileHandle) return path.writeFile(data, options);
        const world = activeWorld;
        if (world === undefined || !isStreamed(data)) return simulated.apply(this, args);
        const flag = name === "writeFile" ? "w" : "a";
        return writeStreamed(files(world), [path, flag], { data, options });
      };
    });
  }
}

const openToWrite = guardedFile("open", "promise", realPromises.open as FsFunction);

/** Opens a real file outside of a run; what a package opens is for it to read there and then. */
async function openOutside(args: readonly unknown[]): Promise<unknown> {
  const made = opensToWrite(args[1]) ? undefined : madeOutside();
  const handle = (await openToWrite(...args)) as object;
  return made === undefined ? handle : inertHandle(handle, made.maker);
}

async function openHandle(disk: Disk, args: readonly unknown[]): Promise<unknown> {
  const open = { name: "open", operation: descriptorOperations["open"] as Operation };
  const refused = (): unknown => Reflect.apply(realPromises.open, undefined, [...args]);
  const fd = await promised(disk, open, args, refused);
  return typeof fd === "number" ? new FileHandle(disk, fd) : fd;
}

async function writeStreamed(
  disk: Disk,
  args: readonly unknown[],
  what: { readonly data: unknown; readonly options: unknown },
): Promise<void> {
  const handle = (await openHandle(disk, args)) as FileHandle;
  try {
    await handle.writeFile(what.data, what.options);
  } finally {
    await handle.close();
  }
}

function refusing(name: string, real: FsFunction): FsFunction {
  return function (this: unknown, ...args) {
    if (activeWorld === undefined) return real.apply(this, args);
    throw new GauntletError({
      code: "W010",
      what: `\`fs.${name}\` is not simulated`,
      note: "what it would report happens on the real disk, which a run never writes to",
      help: "call what the watcher would call, or read the file again after a timer",
    });
  };
}
