import type { Dirent } from "node:fs";
import { type Disk, files } from "./disk.ts";
import { activeWorld } from "../active-world.ts";
import { promised } from "./forms.ts";
import { pathOf } from "./fs-arguments.ts";
import { fsSeams, through } from "./fs-seams.ts";
import type { Operation } from "./operation.ts";
import { direntOf } from "./stats.ts";
import { directoryAt } from "./tree-operations.ts";

/** What `opendir` gives: the entries of a directory, one after the other. */
export class Dir {
  readonly path: string;
  readonly #disk: Disk;
  readonly #entries: Dirent[];
  #isClosed = false;

  constructor(disk: Disk, path: string, entries: Dirent[]) {
    this.#disk = disk;
    this.path = path;
    this.#entries = entries;
  }

  readSync(): Dirent | null {
    if (this.#isClosed) throw closedError();
    return this.#entries.shift() ?? null;
  }

  read(callback?: Callback): Promise<Dirent | null> | undefined {
    return this.#later("readdir", () => this.readSync(), callback);
  }

  closeSync(): void {
    if (this.#isClosed) throw closedError();
    this.#isClosed = true;
  }

  close(callback?: Callback): Promise<void> | undefined {
    return this.#later("closedir", () => this.closeSync(), callback);
  }

  async *entries(): AsyncGenerator<Dirent> {
    try {
      for (let next = await this.read(); next; next = await this.read()) yield next;
    } finally {
      if (!this.#isClosed) await this.close();
    }
  }

  [Symbol.asyncIterator](): AsyncGenerator<Dirent> {
    return this.entries();
  }

  #later<T>(name: string, act: () => T, callback?: Callback): Promise<T> | undefined {
    const operation: Operation = () => ({ about: this.path, perform: act });
    // After the run nothing is pending any more; the entries are still there to be read.
    const disk = activeWorld === undefined ? this.#disk : files(activeWorld);
    const result = promised(disk, { name, operation }, []) as Promise<T>;
    if (callback === undefined) return result;
    void settled(result, callback);
    return undefined;
  }
}

/** Opens a directory. */
export const opendir: Operation = (disk, [given]) => {
  const path = pathOf(given);
  if (path === undefined) return undefined;
  const perform = (): unknown =>
    through(fsSeams.meta, { path, operation: "opendir" }, () => {
      const directory = directoryAt(disk, path, "opendir");
      const entries: Dirent[] = [];
      for (const name of disk.names(directory)) {
        const node = disk.lookup(directory, name);
        if (node !== undefined) entries.push(direntOf(name, node, path));
      }
      return new Dir(disk, path, entries);
    });
  return { about: path, perform };
};

// --- inside ---

type Callback = (error: unknown, value?: unknown) => void;

async function settled(result: Promise<unknown>, callback: Callback): Promise<void> {
  const [one] = await Promise.allSettled([result]);
  // Outside of the promise: what the callback throws is uncaught, as with every callback.
  process.nextTick(() => {
    if (one.status === "rejected") callback(one.reason);
    else callback(null, one.value);
  });
}

function closedError(): Error {
  const error = new Error("Directory handle was closed");
  return Object.assign(error, { code: "ERR_DIR_CLOSED" });
}
