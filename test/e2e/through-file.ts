import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { readTrace, writeTrace } from "../../src/store/trace-file.ts";

/** A trace as it comes back from its file, as every replay of a user gets it. */
export async function throughFile(trace: Trace, folder: string): Promise<Trace> {
  const name = path.join(folder, `${randomUUID()}.jsonl.gz`);
  const written = await writeTrace({ path: name, trace, collision: "error" });
  try {
    return await readTrace(written);
  } finally {
    await rm(written);
  }
}
