import path from "node:path";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import type { UnwrittenFile } from "../kernel/result/unwritten-file.ts";
import { isSystemError, UnwrittenError, unwritten } from "./unwritten.ts";

/** Collects what could not be written, so that a disk that refuses never costs what was found. */
export class UnwrittenFiles {
  readonly #projectRoot: string;
  readonly #files: UnwrittenFile[] = [];

  constructor(projectRoot: string) {
    this.#projectRoot = projectRoot;
  }

  /** Writes something; undefined where it was refused. Our own bugs are thrown as ever. */
  async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      return await write();
    } catch (thrown) {
      this.#files.push(this.#fileOf(thrown));
      return undefined;
    }
  }

  /** What was refused so far. */
  get list(): readonly UnwrittenFile[] {
    return [...this.#files];
  }

  #fileOf(thrown: unknown): UnwrittenFile {
    const file = isSystemError(thrown) ? (thrown.path ?? this.#projectRoot) : this.#projectRoot;
    const error = unwritten(thrown, file);
    if (!(error instanceof GauntletError)) throw error;
    if (error instanceof UnwrittenError) {
      return { path: this.#shown(error.file), reason: error.reason };
    }
    return { path: this.#shown(error.where ?? file), reason: error.what };
  }

  #shown(file: string): string {
    const inside = path.relative(this.#projectRoot, file);
    const isOutside = inside === "" || inside.startsWith("..") || path.isAbsolute(inside);
    return isOutside ? file : inside.split(path.sep).join("/");
  }
}
