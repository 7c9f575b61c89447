import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "../kernel/result/finding.ts";
import type { Trace } from "../kernel/trace/trace.ts";
import { storeFolder } from "./finding-store.ts";
import { readTrace } from "./trace-file.ts";

/**
 * The trace of an earlier campaign that proved this very failure, if there is one and it is whole:
 * what is proven is never replaced by what is not.
 */
export async function provenBefore(
  projectRoot: string,
  { id, identity }: Pick<Finding, "id" | "identity">,
): Promise<Trace | undefined> {
  const folder = path.join(projectRoot, storeFolder, "findings", id);
  try {
    const known: unknown = JSON.parse(await readFile(path.join(folder, "finding.json"), "utf8"));
    if (!isProven(known)) return undefined;
    const trace = await readTrace(path.join(folder, "trace.jsonl.gz"));
    const { verdict } = trace;
    const isSame = verdict.kind === "broken" && verdict.identity.key === identity.key;
    return isSame ? trace : undefined;
  } catch {
    return undefined; // there is none, or it is damaged: then there is nothing to lose
  }
}

// --- inside ---

function isProven(known: unknown): boolean {
  return (
    typeof known === "object" &&
    known !== null &&
    "isConfirmed" in known &&
    known.isConfirmed === true
  );
}
