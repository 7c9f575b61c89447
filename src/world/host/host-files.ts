import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { outsideRun, realFs } from "../real-fs.ts";
import type { SimWorld } from "../sim-world.ts";
import { confine, isOpenInside, pathRefusal } from "./confined-path.ts";
import { demandGranted } from "./demand-granted.ts";
import { countHostCall } from "./host-calls.ts";
import type { Facts, HostFact } from "./host-question.ts";
import { textOf } from "./encoded-text.ts";
import { recordedFact } from "./recorded-fact.ts";

/** The text files of the project, really read and written. */
export interface HostFiles {
  /** Undefined where there is no such file. */
  read(path: string): string | undefined;
  /** Makes the folders that are missing. */
  write(path: string, data: string): void;
  /** Nothing happens where there is no such file. */
  remove(path: string): void;
}

/**
 * The files below the project root. Whatever is done is recorded with what came of it, so that a
 * strict replay reads nothing and writes nothing.
 */
export function hostFiles(world: SimWorld, root: string = process.cwd()): HostFiles {
  return {
    read(path) {
      const { facts, texts } = operate(world, `read ${path}`, () => readFile(world, root, path));
      if (facts["kind"] === "absent") return undefined;
      demandDone(path, facts);
      const { text, isExact } = textOf(texts["data"] ?? { isText: true, text: "" });
      if (isExact) return text;
      throw refused("W415", path, { note: "it is not UTF-8 text" });
    },
    write(path, data) {
      const bytes = Buffer.from(data);
      demandPath(path);
      if (bytes.length > world.host.bytesMax)
        throw tooLong(world.host.bytesMax, path, bytes.length);
      const write = (): HostFact => writeFile(root, path, bytes);
      demandDone(path, operate(world, `write ${path}`, write).facts);
    },
    remove(path) {
      demandDone(path, operate(world, `remove ${path}`, () => removeFile(root, path)).facts);
    },
  };
}

// --- inside ---

const { O_RDONLY, O_WRONLY, O_CREAT } = realFs.constants;
/** No link at the end of the path, and no wait for who writes to a pipe. */
const careful = (realFs.constants.O_NOFOLLOW ?? 0) | (realFs.constants.O_NONBLOCK ?? 0);

function operate(
  world: SimWorld,
  what: string,
  act: () => HostFact,
): ReturnType<typeof recordedFact> {
  demandPath(what.slice(what.indexOf(" ") + 1));
  const label = `host file ${what}`;
  return recordedFact(world, label, () => {
    demandGranted(world, "fs", label);
    countHostCall();
    try {
      return outsideRun(act);
    } catch (thrown) {
      const { code, message } = thrown as NodeJS.ErrnoException;
      // The message of an error of the disk has a path of this machine in it.
      return fact({ kind: "failed", because: code ?? message });
    }
  });
}

function readFile(world: SimWorld, root: string, path: string): HostFact {
  const { bytesMax } = world.host;
  const read = (descriptor: number, size: number): HostFact => {
    if (size > bytesMax) return fact({ kind: "too long", limit: bytesMax, seen: size });
    const data = realFs.readFileSync(descriptor);
    if (data.length > bytesMax) {
      return fact({ kind: "too long", limit: bytesMax, seen: data.length });
    }
    return { facts: { kind: "done", ms: 0 }, bytes: { data: new Uint8Array(data) } };
  };
  const act = (place: string): HostFact => {
    if (realFs.lstatSync(place, { throwIfNoEntry: false }) === undefined) return absent;
    return withFile({ root, place, flags: O_RDONLY }, read);
  };
  return confine(root, path, { ...otherwise, makesFolders: false, followsLast: true, act });
}

function writeFile(root: string, path: string, bytes: Uint8Array): HostFact {
  // Emptied only once it is known which file was opened.
  const write = (descriptor: number): HostFact => {
    realFs.ftruncateSync(descriptor, 0);
    let at = 0;
    while (at < bytes.length) at += realFs.writeSync(descriptor, bytes, at);
    return fact({ kind: "done" });
  };
  const act = (place: string): HostFact =>
    withFile({ root, place, flags: O_WRONLY | O_CREAT }, write);
  return confine(root, path, { ...otherwise, makesFolders: true, followsLast: true, act });
}

function removeFile(root: string, path: string): HostFact {
  const act = (place: string): HostFact => {
    realFs.rmSync(place, { force: true });
    return fact({ kind: "done" });
  };
  return confine(root, path, { ...otherwise, makesFolders: false, followsLast: false, act });
}

function withFile(
  { root, place, flags }: { readonly root: string; readonly place: string; readonly flags: number },
  act: (descriptor: number, size: number) => HostFact,
): HostFact {
  const descriptor = realFs.openSync(place, flags | careful, 0o666);
  try {
    const opened = realFs.fstatSync(descriptor);
    if (!opened.isFile()) return fact({ kind: "failed", because: "it is not a regular file" });
    if (!isOpenInside(root, descriptor, place)) {
      return fact({ kind: "refused", because: "it was swapped while it was opened" });
    }
    return act(descriptor, opened.size);
  } finally {
    realFs.closeSync(descriptor);
  }
}

const absent: HostFact = { facts: { kind: "absent", ms: 0 }, bytes: {} };

const otherwise = {
  absent: (): HostFact => absent,
  refused: (because: string): HostFact => fact({ kind: "refused", because }),
};

function fact(facts: Facts): HostFact {
  return { facts: { ...facts, ms: 0 }, bytes: {} };
}

function demandPath(path: string): void {
  const because = pathRefusal(path);
  if (because !== undefined) throw outside(path, because);
}

function demandDone(path: string, facts: Facts): void {
  const { kind, because, limit, seen } = facts;
  if (kind === "refused") throw outside(path, String(because));
  if (kind === "failed") throw refused("W413", path, { note: String(because) });
  if (kind === "too long") throw tooLong(Number(limit), path, Number(seen));
}

function outside(path: string, because: string): GauntletError {
  return new GauntletError({
    code: "W412",
    what: `the host file \`${path}\` is not in the project: ${because}`,
    help: "name it relative to the project root, as in `data/orders.json`",
  });
}

function refused(code: string, path: string, { note }: { readonly note: string }): GauntletError {
  return new GauntletError({
    code,
    what: `the host file \`${path}\` could not be used`,
    note,
    help: "look at the file and at who may read and write it",
  });
}

function tooLong(limit: number, path: string, seen: number): GauntletError {
  return new GauntletError({
    code: "W414",
    what: `the host file \`${path}\` is too long: ${seen} bytes, at most ${limit}`,
    help: "use a shorter file",
  });
}
