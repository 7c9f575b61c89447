import { writeSync } from "node:fs";
import { text } from "node:stream/consumers";
import { analyseFiles } from "./analyse-files.ts";
import type { TypesMessage, TypesRequest } from "./types-process.ts";

// The process that reads types for a scan. It is told once which files, says what it found in each
// as soon as it knows, and ends; the calls go on meanwhile, and its memory is free when it is done.
void text(process.stdin).then((told) => {
  const { callers, ...request } = JSON.parse(told) as TypesRequest;
  try {
    const callersOf = (file: string): readonly string[] => callers[file] ?? [];
    for (const analysis of analyseFiles({ ...request, callersOf })) say({ type: "file", analysis });
    say({ type: "done" });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    say({ type: "tooDeep", message: thrown.message });
  }
});

/** Synchronously: nothing else gets a turn while types are read. */
function say(message: TypesMessage): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(process.stdout.fd, bytes, done);
    } catch (thrown) {
      // A full pipe is waited for, because the parent always reads; without it there is no use.
      if ((thrown as NodeJS.ErrnoException).code !== "EAGAIN") process.exit(1);
    }
  }
}
