import { readTrace } from "../../store/trace-file.ts";
import { type AnyEntry, bySubject, failureEntry, type SubjectEntries } from "./corpus-entries.ts";

/** Traces as entries of their subjects; one that cannot be one is an error, so nothing is added. */
export async function traceEntries(files: readonly string[]): Promise<readonly SubjectEntries[]> {
  const entries: AnyEntry[] = [];
  for (const file of files) {
    entries.push({ kind: "failure", failure: failureEntry(await readTrace(file), file) });
  }
  return bySubject(entries);
}
