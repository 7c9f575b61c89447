import {
  type MutationMeaning,
  type MutationType,
  mutationWeights,
  type RequestChange,
} from "../../../kernel/agent/index.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";
import { sortedData } from "../../../kernel/values/sorted-data.ts";
import { writeWhole } from "../../../store/finding-store.ts";
import { isTable } from "../plain-table.ts";
import { type ProjectFile, readKept } from "../model/project-json.ts";
import {
  type EditRecipe,
  editedText,
  isMeaning,
  type Mutation,
  mutationOf,
  type MutationRecipe,
} from "./mutation.ts";

/** What a lockfile says: the mutations of a project, and what they were made with. */
export interface Lockfile {
  readonly seed: Seed;
  /** Of the code that made them. */
  readonly version: number;
  /** A digest of the settings. */
  readonly settings: string;
  readonly mutations: readonly Mutation[];
}

/** Writes mutations in an order of their own, so that two runs write the same bytes. */
export async function writeLockfile({ file }: ProjectFile, lockfile: Lockfile): Promise<void> {
  const { mutations, seed, settings, version } = lockfile;
  const entries = mutations
    .map(entryOf)
    .toSorted((one, other) => compare(one.prompt, other.prompt) || compare(one.id, other.id));
  const lines = entries.map((entry) => `    ${JSON.stringify(sortedData(entry))}`);
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`;
  const head = { format: lockFormat, seed, settings, version };
  const keys = Object.entries(head).map(([key, value]) => `  "${key}": ${JSON.stringify(value)}`);
  await writeWhole(
    file,
    `{\n${[keys[0], `  "mutations": ${list}`, ...keys.slice(1)].join(",\n")}\n}\n`,
  );
}

/** Reads a lockfile; undefined where there is none. A broken one is an error with its line. */
export async function readLockfile(kept: ProjectFile): Promise<Lockfile | undefined> {
  const json = await readKept(kept, { code: "A050", noun: "mutation lockfile", help: makeAgain });
  if (json === undefined) return undefined;
  const shape = (what: string, path: readonly (string | number)[] = []) =>
    json.complain({ code: "A051", what, path, help: makeAgain });
  const data = json.data;
  if (!isTable(data) || data["format"] !== lockFormat) {
    throw await shape(`the mutation lockfile has no \`"format": ${lockFormat}\``, ["format"]);
  }
  const { seed, version, settings, mutations } = data;
  if (!isSeed(seed)) throw await shape("the lockfile's `seed` is not a seed", ["seed"]);
  if (typeof version !== "number") throw await shape("`version` is not a number", ["version"]);
  if (typeof settings !== "string") throw await shape("`settings` is not a string", ["settings"]);
  if (!Array.isArray(mutations)) throw await shape("`mutations` is not a list", ["mutations"]);
  const read: Mutation[] = [];
  for (const [index, entry] of (mutations as readonly unknown[]).entries()) {
    const problem = entryProblem(entry);
    const path = ["mutations", index] as const;
    if (problem !== undefined) throw await shape(`a mutation of the lockfile ${problem}`, path);
    const mutation = mutationOf(recipeOf(entry as LockEntry), seed);
    const { id, text } = entry as LockEntry;
    if (mutation.id === id && (text === undefined || text === textOf(mutation))) {
      read.push(mutation);
      continue;
    }
    throw await json.complain({
      code: "A052",
      what: `the mutation \`${id}\` of the lockfile was changed by hand`,
      path,
      note: "its id is a digest of the seed, the type, the prompt and the edits",
      help: "write your own as `custom` templates, and make the lockfile again",
    });
  }
  return { seed, version, settings, mutations: read };
}

// --- inside ---

const lockFormat = 1;
const makeAgain = "remove the file; the next run makes it again";

/** Of a longer one the recipe says enough, and nobody reads it in a diff. */
const textMax = 4_000;

/** What keeps a hand-written recipe from asking for more memory than there is. */
const putLengthMax = 64 * 1024 * 1024;

interface LockEntry {
  readonly id: string;
  readonly type: MutationType;
  readonly variant: string;
  readonly meaning: MutationMeaning;
  readonly prompt: string;
  /** What is sent, for the reader; not there where it is long. */
  readonly text?: string | undefined;
  readonly canary?: string | undefined;
  readonly mustDiffer?: boolean | undefined;
  readonly edits?: readonly EditRecipe[] | undefined;
  readonly history?: readonly string[] | undefined;
  readonly request?: RequestChange | undefined;
}

function entryOf(mutation: Mutation): LockEntry {
  const { change, mustDiffer, ...rest } = mutation.recipe;
  return {
    id: mutation.id,
    ...rest,
    ...(mustDiffer === true ? { mustDiffer } : {}),
    ...(change.edits === undefined || change.edits.length === 0 ? {} : { edits: change.edits }),
    history: change.history,
    request: change.request,
    text: textOf(mutation),
  };
}

function textOf({ length, base, edits }: Mutation): string | undefined {
  if (length > textMax || edits.length === 0) return undefined;
  return editedText(base, edits);
}

function recipeOf(entry: LockEntry): MutationRecipe {
  const { type, variant, meaning, prompt, canary, mustDiffer, edits, history, request } = entry;
  const change = { edits, history, request: sortedData(request) as RequestChange | undefined };
  return {
    type,
    variant,
    meaning,
    prompt,
    ...(canary === undefined ? {} : { canary }),
    ...(mustDiffer === undefined ? {} : { mustDiffer }),
    change: Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
}

function entryProblem(entry: unknown): string | undefined {
  if (!isTable(entry)) return "is not a table";
  const { id, type, variant, meaning, prompt, edits = [], history, request } = entry;
  if (![id, variant, prompt].every(isText)) return "has no `id`, `variant` or `prompt`";
  if (!isText(type) || !Object.hasOwn(mutationWeights, type)) {
    return `has the unknown type ${JSON.stringify(type)}`;
  }
  if (!isMeaning(meaning)) return `has the unknown meaning ${JSON.stringify(meaning)}`;
  if (!Array.isArray(edits) || !areEdits(edits, prompt as string)) {
    return "has edits that do not fit its prompt";
  }
  if (history !== undefined && !(Array.isArray(history) && history.every(isText))) {
    return "has a `history` that is not a list of strings";
  }
  if (request !== undefined && !isTable(request)) return "has a `request` that is not a table";
  if (!isTextOrNothing(entry["canary"]) || !isTextOrNothing(entry["text"])) {
    return "has a `canary` or a `text` that is not a string";
  }
  return undefined;
}

function areEdits(edits: readonly unknown[], prompt: string): boolean {
  let at = 0;
  return edits.every((edit) => {
    if (!isTable(edit)) return false;
    const { from, to, put } = edit;
    if (!Number.isInteger(from) || !Number.isInteger(to) || !isPut(put)) return false;
    const fits = (from as number) >= at && (to as number) >= (from as number);
    at = to as number;
    return fits && at <= prompt.length;
  });
}

function isPut(put: unknown): boolean {
  if (typeof put === "string") return true;
  if (!isTable(put) || !isText(put["repeat"]) || !Number.isInteger(put["times"])) return false;
  const times = put["times"] as number;
  return times >= 0 && times * put["repeat"].length <= putLengthMax;
}

function isSeed(value: unknown): value is Seed {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
