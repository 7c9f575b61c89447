import { files } from "../../../world/files/disk.ts";
import { snapshotDisk } from "../../../world/files/disk-snapshot.ts";
import { readWholeFile, removeWholeFile, writeWholeFile } from "../../../world/files/whole-file.ts";
import { hostFiles } from "../../../world/host/host-files.ts";
import { harnessError } from "./step-failure.ts";
import type { PartKind, ScopePart, StepScope } from "./step-scope.ts";

/** The files that steps see. */
interface Files {
  /** Undefined where there is none. */
  read(path: string): string | undefined;
  /** Gives the way back to what was there. */
  write(path: string, data: string): () => void;
  /** Remembers the files as they are now; calling the result goes back to it. */
  snapshot(): () => void;
}

/**
 * The files of a scenario: those of the run's own disk, which called code sees as well, or the real
 * ones. An expected failure takes back what steps did, and not what called code wrote: what that
 * code holds in memory is not taken back either, and what it leaves behind is worth looking at.
 */
export class FilePart implements ScopePart {
  static readonly kind: PartKind<FilePart> = {
    name: "files",
    make: (scope) => new FilePart(scope),
  };

  readonly #files: Files;
  readonly #undos: (() => void)[] = [];
  #named = new Map<string, () => void>();

  constructor({ world }: StepScope) {
    this.#files = world.host.fs ? realFiles(world) : simulatedFiles(world);
  }

  read(path: string): string | undefined {
    return this.#files.read(path);
  }

  write(path: string, data: string): void {
    this.#undos.push(this.#files.write(path, data));
  }

  /** Remembers every file under a name. */
  keep(name: string): void {
    this.#named.set(name, this.#files.snapshot());
  }

  /** Goes back to what was remembered. */
  restore(name: string): void {
    const restore = this.#named.get(name);
    if (restore === undefined) {
      const known = [...this.#named.keys()].map((one) => `\`${one}\``).join(", ");
      const there = known === "" ? "there is none yet" : `there are ${known}`;
      throw harnessError(
        "fs_restore_missing_snapshot",
        `no snapshot is called \`${name}\`: ${there}`,
      );
    }
    this.#undos.push(this.#files.snapshot());
    restore();
  }

  snapshot(): () => void {
    const [named, length] = [new Map(this.#named), this.#undos.length];
    return () => {
      for (const undo of this.#undos.splice(length).toReversed()) undo();
      this.#named = new Map(named);
    };
  }
}

// --- inside ---

type World = StepScope["world"];

/** A path of a step is relative to the project, which is where runs happen. */
function simulatedFiles(world: World): Files {
  const disk = files(world);
  return {
    read: (path) => {
      const bytes = readWholeFile(disk, path);
      return bytes === undefined ? undefined : Buffer.from(bytes).toString();
    },
    write: (path, data) => {
      const before = readWholeFile(disk, path);
      const folders = writeWholeFile(disk, path, Buffer.from(data));
      if (before === undefined) return () => removeWholeFile(disk, path, folders);
      return () => void writeWholeFile(disk, path, before);
    },
    snapshot: () => snapshotDisk(disk),
  };
}

/** Of real files only those are remembered that a step has read or written. */
function realFiles(world: World): Files {
  const host = hostFiles(world);
  /** Each as it was when it was first touched. */
  const touched = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    const data = host.read(path);
    if (!touched.has(path)) touched.set(path, data);
    return data;
  };
  // Called code sees the run's own disk, so what steps write is there as well: in a replay, which
  // writes nothing, it is nowhere else.
  const disk = files(world);
  const put = (path: string, data: string | undefined): void => {
    if (data === undefined) {
      host.remove(path);
      removeWholeFile(disk, path);
    } else {
      host.write(path, data);
      writeWholeFile(disk, path, Buffer.from(data));
    }
  };
  return {
    read,
    write: (path, data) => {
      const before = read(path);
      put(path, data);
      return () => put(path, before);
    },
    snapshot: () => {
      const kept = new Map([...touched.keys()].map((path) => [path, host.read(path)]));
      return () => {
        for (const [path, first] of touched) put(path, kept.has(path) ? kept.get(path) : first);
      };
    },
  };
}
