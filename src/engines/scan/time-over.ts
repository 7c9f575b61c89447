import type { CallTarget } from "../../kernel/subject/call-plan.ts";

/** What a scan did not come to before its time was over. */
export interface TimeOver {
  readonly unreached: readonly Pick<CallTarget, "module" | "name">[];
  /** Called, but not in every way or not often enough. */
  readonly unfinished: readonly Pick<CallTarget, "module" | "name">[];
  /** Files of which the types were not read. */
  readonly unread: readonly string[];
  /** Files in which not all laws were looked for. */
  readonly lawFiles: readonly string[];
}

/** Why a scan cannot say that all held; empty where it had time for everything. */
export function timeOverReason({ unreached, unfinished, unread, lawFiles }: TimeOver): string {
  const isCalled = unreached.length + unfinished.length + unread.length === 0;
  if (!isCalled) return "the time was over before all was called";
  return lawFiles.length > 0 ? "the time was over before all laws were looked for" : "";
}

/** What there was no time for, by name. */
export function timeOverNotes(over: TimeOver): readonly string[] {
  const { unreached, unfinished, unread, lawFiles } = over;
  const nameOf = ({ module, name }: TimeOver["unreached"][number]): string => `${module}:${name}`;
  return [
    ...noteOf("types not read in time", unread),
    ...noteOf("not reached in time", unreached.map(nameOf)),
    ...noteOf("not finished in time", unfinished.map(nameOf)),
    ...noteOf("laws not looked for in time", lawFiles),
  ];
}

// --- inside ---

/** More names than this are counted. */
const namesMax = 5;

function noteOf(what: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const sorted = names.toSorted();
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : "";
  return [`${what}: ${sorted.slice(0, namesMax).join(", ")}${more}`];
}
