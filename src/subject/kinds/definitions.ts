import { assert } from "../../kernel/errors/assert.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { SubjectDefinition } from "../../kernel/subject/chaos-test.ts";
import type { Subject } from "../../kernel/subject/subject.ts";
import { isTable, shown } from "./option-problems.ts";
import type { LoadedKind, SubjectKind } from "./subject-kind.ts";
import { subjectKinds } from "./subject-kinds.ts";

/** Gives the subject of a definition; `before` is that of an earlier instance of its module. */
export type SubjectOf = (definition: SubjectDefinition, before?: Subject) => Subject;

/** What the files of some kinds need of our own code. */
export interface LoadedKinds {
  readonly subjectOf: SubjectOf;
  /** What a loaded file gets for an import, by the specifier. */
  readonly doors: ReadonlyMap<string, object>;
  readonly countsWork: boolean;
}

/** Whether a value is something that can be run. */
export function isSubjectDefinition(value: unknown): value is SubjectDefinition {
  return typeof value === "object" && value !== null && "kind" in value && isKind(value.kind);
}

/**
 * Refuses a definition that cannot be run as it was meant, naming the part. Types catch most of
 * this; a file without types, or a cast, would otherwise run and look healthy.
 */
export function checkDefinition({ kind, options }: SubjectDefinition, where: string): void {
  const problem = isTable(options)
    ? subjectKinds.find(({ name }) => name === kind)?.problemOf(options)
    : { what: `\`${kind}\` takes one object, got ${shown(options)}` };
  if (problem === undefined) return;
  throw new GauntletError({ code: "S004", where, ...problem });
}

/** Loads what these kinds need, and no more: all of them together are a third of all code. */
export async function loadKinds(
  kinds: readonly SubjectKind[] = subjectKinds,
): Promise<LoadedKinds> {
  const loaded = new Map<string, LoadedKind>();
  const doors = new Map<string, object>();
  for (const kind of kinds) {
    const own = await kind.load();
    loaded.set(kind.name, own);
    const { specifier } = kind;
    if (specifier !== undefined && own.door !== undefined) doors.set(specifier, own.door);
  }
  return {
    doors,
    countsWork: [...loaded.values()].some(({ countsWork }) => countsWork === true),
    subjectOf: (definition, before) => {
      const kind = loaded.get(definition.kind);
      assert(kind !== undefined, `a file without a ${definition.kind} exports none`);
      return kind.subjectOf(definition, before);
    },
  };
}

// --- inside ---

const names: ReadonlySet<unknown> = new Set(subjectKinds.map(({ name }) => name));

function isKind(kind: unknown): boolean {
  return names.has(kind);
}
