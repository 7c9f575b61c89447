import type { Trace } from "../../kernel/trace/trace.ts";
import { badEntry, type CorpusSubject } from "../../campaign/corpus/corpus-error.ts";
import { checkedSubject, type ListEntry } from "../../campaign/corpus/list-entry.ts";
import type { SwarmMemory } from "../../campaign/corpus/swarm-memory.ts";

/** A failing run that is tried first, under the key of its failure. */
export interface FailureEntry {
  readonly id: string;
  readonly trace: Trace;
}

/** All that a corpus has of one subject. */
export interface SubjectEntries {
  readonly subject: CorpusSubject;
  readonly lists: readonly ListEntry[];
  readonly failures: readonly FailureEntry[];
  readonly swarm: SwarmMemory | undefined;
}

/** One entry of any kind. */
export type AnyEntry =
  | { readonly kind: "list"; readonly list: ListEntry }
  | { readonly kind: "failure"; readonly failure: FailureEntry }
  | { readonly kind: "swarm"; readonly swarm: SwarmMemory };

/** Entries as they belong together, subjects in the order of their names. */
export function bySubject(entries: readonly AnyEntry[]): readonly SubjectEntries[] {
  const groups = new Map<string, AnyEntry[]>();
  for (const entry of entries) {
    const { file, exportName } = subjectOf(entry);
    const key = `${file}#${exportName}`;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(entry);
  }
  const sorted = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted.flatMap(([, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      subject: subjectOf(first),
      lists: group.flatMap((entry) => (entry.kind === "list" ? entry.list : [])),
      failures: group.flatMap((entry) => (entry.kind === "failure" ? entry.failure : [])),
      swarm: group.flatMap((entry) => (entry.kind === "swarm" ? entry.swarm : []))[0],
    };
  });
}

/** How many entries there are in all. */
export function entriesCount(subjects: readonly SubjectEntries[]): number {
  return subjects.reduce(
    (sum, { lists, failures, swarm }) =>
      sum + lists.length + failures.length + (swarm === undefined ? 0 : 1),
    0,
  );
}

/** A trace as an entry; only one that failed belongs into a corpus. */
export function failureEntry(trace: Trace, where: string): FailureEntry {
  checkedSubject(trace.header.subject, where);
  const { verdict } = trace;
  if (verdict.kind !== "broken") throw badEntry(where, "its trace did not fail");
  const id = verdict.identity.key;
  if (/^[0-9a-f]{8,64}$/.test(id)) return { id, trace };
  throw badEntry(where, "the key of its failure is not a digest", `found \`${id}\``);
}

// --- inside ---

function subjectOf(entry: AnyEntry): CorpusSubject {
  switch (entry.kind) {
    case "list":
      return entry.list.subject;
    case "swarm":
      return entry.swarm.subject;
    case "failure": {
      const { file, exportName } = entry.failure.trace.header.subject;
      return { file, exportName };
    }
  }
}
