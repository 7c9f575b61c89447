import fs from "node:fs";
import { Socket } from "node:net";
import { hideMarks } from "../../world/host/kept-marks.ts";
import { LineSplitter } from "../../world/host/line-splitter.ts";
import { keyName } from "./worker-key.ts";

/** The descriptor on which a worker speaks. */
export const speakDescriptor = 3;
const listenDescriptor = 4;

/** Stands before everything a worker says; user code that writes there does not know it. */
export const speakKey: string = takeKey();

// Taken before anything is simulated and before user code can put something else in their place: a
// run that breaks these must not break what is said of it.
const { writeSync } = fs;
const { stringify } = JSON;
const bytesOf = Buffer.from.bind(Buffer) as (text: string) => Buffer;
const killProcess = process.kill.bind(process);
const ownPid = process.pid;

/**
 * Says something to the parent, synchronously: what is said before a crash arrives. A full pipe is
 * waited for, because the parent always reads.
 */
export function say(message: object): void {
  const bytes = bytesOf(`${speakKey}${stringify(message)}\n`);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(speakDescriptor, bytes, done);
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EAGAIN") endWithParent();
    }
  }
}

/** Hands each command of the parent to `onCommand`; the process ends with its parent. */
export function listen(onCommand: (command: unknown) => void): void {
  const lines = new LineSplitter((line) => onCommand(JSON.parse(line)));
  const stream = new Socket({ fd: listenDescriptor, readable: true, writable: false });
  stream.on("data", (chunk) => lines.push(chunk));
  stream.on("end", endWithParent);
  stream.on("error", endWithParent);
}

/**
 * Makes what user code prints leave the process at once. A queue would hold a flood in memory for
 * as long as a slice of runs lasts, and would lose the last words before a crash.
 */
export function printAtOnce(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const { _handle: handle } = stream as { _handle?: { setBlocking?(isOn: boolean): void } };
    handle?.setBlocking?.(true);
  }
}

/** Ends the process. Not an exit: user code may have put something in its way. */
export function endProcess(): void {
  killProcess(ownPid, "SIGKILL");
}

// --- inside ---

function takeKey(): string {
  const key = process.env[keyName] ?? "";
  delete process.env[keyName];
  hideMarks();
  return key;
}

/** Nobody listens any more. */
function endWithParent(): void {
  endProcess();
}
