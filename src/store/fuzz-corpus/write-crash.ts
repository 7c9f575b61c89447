import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "../../kernel/result/finding.ts";
import { failedAs, lastInput } from "../../kernel/fuzz/finding-input.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { removeInput, writeInput } from "./write-input.ts";

/**
 * Keeps the bytes of a finding in its folder, named as other fuzzers name them; what an earlier
 * campaign kept there of the same finding goes. Nothing where its input is no bytes.
 */
export async function writeCrash(
  folder: string,
  { finding, trace }: { readonly finding: Finding; readonly trace: Trace },
): Promise<string | undefined> {
  const bytes = finding.input === undefined ? undefined : lastInput(trace.decisions);
  if (bytes === undefined) return undefined;
  const { kind, identity } = finding;
  const { file } = await writeInput(folder, bytes, failedAs({ kind, error: identity.error }));
  for (const name of await readdir(folder)) {
    if (isCrash.test(name) && name !== path.basename(file)) await removeInput(folder, name);
  }
  return file;
}

// --- inside ---

const isCrash = /^(?:crash|timeout|oom)-[0-9a-f]{40}$/u;
