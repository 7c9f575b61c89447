import type { flagGroups, flagTable } from "./flag-table.ts";
import type { FlagGroup, FlagTable, VerbTable } from "./verb-spec.ts";
import type { verbTable } from "./verb-table.ts";

/** Tables as types: what a verb takes is read off them. */
export interface Tables {
  readonly verbs: VerbTable;
  readonly flags: FlagTable;
  readonly groups: Readonly<Record<string, FlagGroup>>;
}

/** The tables of this program. */
export interface OwnTables {
  readonly verbs: typeof verbTable;
  readonly flags: typeof flagTable;
  readonly groups: typeof flagGroups;
}

/** The names of the flags of a verb, with those of its groups. */
export type FlagNamesOf<Of extends Tables, Name extends keyof Of["verbs"]> = keyof Of["flags"] &
  (Of["verbs"][Name] extends VerbFlags<infer Flag, infer Group>
    ? Flag | FlagsIn<Of["groups"], Group>
    : never);

/** What a verb changes about flags, by their names. */
export type ChangesOf<
  Of extends Tables,
  Name extends keyof Of["verbs"],
> = Of["verbs"][Name] extends {
  readonly changes: infer Changes;
}
  ? Changes
  : object;

/** The spec of a flag as a verb has it. */
export type ChangedFlag<Spec, Changes, Flag> = Flag extends keyof Changes
  ? Changes[Flag] & Omit<Spec, keyof Changes[Flag]>
  : Spec;

// --- inside ---

interface VerbFlags<Flag, Group> {
  readonly flags: readonly Flag[];
  readonly groups: readonly Group[];
}

type FlagsIn<Groups extends Readonly<Record<string, FlagGroup>>, Group> = Group extends keyof Groups
  ? Groups[Group]["flags"][number]
  : never;
