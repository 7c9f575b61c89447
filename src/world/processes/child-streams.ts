import type { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { LaunchOptions } from "./launch.ts";
import type { ProcessStreams } from "./process-streams.ts";

/** What Node's own code reads and writes on a child; the underscored names are Node's. */
export interface Child extends EventEmitter {
  pid: number | undefined;
  spawnfile: string;
  spawnargs: readonly string[];
  exitCode: number | null;
  signalCode: string | null;
  stdin: Writable | null;
  stdout: Readable | null;
  stderr: Readable | null;
  stdio: unknown[];
  send: unknown;
  _handle: unknown;
  _closesNeeded: number;
  _closesGot: number;
  spawn(options: LaunchOptions): number;
}

/** Gives a child its pipes. */
export function attachStreams(child: Child, { stdin, stdout, stderr }: ProcessStreams): void {
  child.stdin = stdin;
  child.stdout = stdout;
  child.stderr = stderr;
  child.stdio = [stdin, stdout, stderr];
  for (const stream of [stdout, stderr]) {
    if (stream === null) continue;
    child._closesNeeded += 1;
    stream.on("close", () => maybeClose(child));
  }
}

/** Counts what has ended of a child; it is closed when all of it has. */
export function maybeClose(child: Child): void {
  child._closesGot += 1;
  if (child._closesGot === child._closesNeeded) {
    child.emit("close", child.exitCode, child.signalCode);
  }
}
