import { once } from "node:events";
import { text } from "node:stream/consumers";
import { analyseFiles } from "./analyse-files.ts";
import type { TypesMessage, TypesRequest } from "./types-process.ts";

// The process that reads types for a scan. It is told once which files, says what it found in each
// as soon as it knows, and ends; the calls go on meanwhile, and its memory is free when it is done.
process.stdout.on("error", () => process.exit(1)); // without the parent there is no use
void text(process.stdin).then(async (told) => {
  const { callers, ...request } = JSON.parse(told) as TypesRequest;
  try {
    const callersOf = (file: string): readonly string[] => callers[file] ?? [];
    for (const analysis of analyseFiles({ ...request, callersOf })) {
      await say({ type: "file", analysis });
    }
    await say({ type: "done" });
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    await say({ type: "tooDeep", message: thrown.message });
  }
});

/** A full pipe is waited for, and not asked again and again: others need the processor. */
async function say(message: TypesMessage): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(message)}\n`)) await once(process.stdout, "drain");
}
