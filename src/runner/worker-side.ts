import { writeSync } from "node:fs";
import { Socket } from "node:net";
import { LineSplitter } from "./line-splitter.ts";

/** The descriptor on which a worker speaks, and the one on which it listens. */
const speakDescriptor = 3;
const listenDescriptor = 4;

/**
 * Says something to the parent, synchronously: what is said before a crash arrives. A full pipe is
 * waited for, because the parent always reads.
 */
export function say(message: object): void {
  let bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(speakDescriptor, bytes));
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code !== "EAGAIN") process.exit(0); // nobody listens
    }
  }
}

/** Hands each command of the parent to `onCommand`; the process ends with its parent. */
export function listen(onCommand: (command: unknown) => void): void {
  const lines = new LineSplitter((line) => onCommand(JSON.parse(line)));
  const stream = new Socket({ fd: listenDescriptor, readable: true, writable: false });
  stream.on("data", (chunk) => lines.push(chunk));
  stream.on("end", () => process.exit(0));
  stream.on("error", () => process.exit(0));
}
