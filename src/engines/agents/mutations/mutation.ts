import type {
  AgentInput,
  MutationMeaning,
  MutationType,
  RequestChange,
} from "../../../kernel/agent/index.ts";
import { sha256 } from "../../../kernel/values/sha256.ts";
import type { Seed } from "../../../kernel/decisions/seed.ts";
import { sortedData } from "../../../kernel/values/sorted-data.ts";

/** A changed prompt, and how an answer to it is to be judged. */
export interface Mutation {
  /** Of the seed, the type, what was drawn and the prompt: the same wherever it is made. */
  readonly id: string;
  readonly type: MutationType;
  /** Which of the ways of its type: `keyboard`, `base64`. */
  readonly variant: string;
  readonly meaning: MutationMeaning;
  /** What is sent. Built when it is read, so that a list of them holds no text of megabytes. */
  readonly input: AgentInput;
  /** The word that an injected order asks for. */
  readonly canary: string | undefined;
  /** The prompt that it was made from. */
  readonly base: string;
  /** `input.prompt` is `base` with all of these; shrinking leaves some out. */
  readonly edits: readonly Edit[];
  /** An answer that is the same as without it is a failure: it asks for something else. */
  readonly mustDiffer: boolean;
  /** How many UTF-16 units `input.prompt` has. */
  readonly length: number;
  /** The same as plain data, with long texts as recipes: what a lockfile keeps. */
  readonly recipe: MutationRecipe;
}

/** Puts a text in the place of a part of the base; positions are of the base. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A text, or how a long one is made. */
export type Put = string | { readonly repeat: string; readonly times: number };

/** What a mutation changes. */
export interface Change {
  /** In order, and none reaches into another. */
  readonly edits?: readonly EditRecipe[] | undefined;
  readonly history?: readonly string[] | undefined;
  readonly request?: RequestChange | undefined;
}

/** An edit whose text may be a recipe. */
export interface EditRecipe {
  readonly from: number;
  readonly to: number;
  readonly put: Put;
}

/** All of a mutation but the id. */
export interface MutationRecipe {
  readonly type: MutationType;
  readonly variant: string;
  readonly meaning: MutationMeaning;
  readonly prompt: string;
  readonly canary?: string | undefined;
  readonly mustDiffer?: boolean | undefined;
  readonly change: Change;
}

/** Makes the mutation that a recipe describes. */
export function mutationOf(recipe: MutationRecipe, seed: Seed): Mutation {
  const { type, variant, meaning, prompt, canary, mustDiffer = false, change } = recipe;
  const recipes = change.edits ?? [];
  return {
    id: mutationId(recipe, seed),
    type,
    variant,
    meaning,
    canary,
    base: prompt,
    mustDiffer,
    length: recipes.reduce(
      (sum, edit) => sum + putLength(edit.put) - (edit.to - edit.from),
      prompt.length,
    ),
    recipe,
    get edits() {
      return recipes.map((edit) => ({ ...edit, put: putText(edit.put) }));
    },
    get input() {
      const { history, request } = change;
      return {
        prompt: editedText(prompt, this.edits),
        ...(history === undefined ? {} : { history }),
        ...(request === undefined ? {} : { request }),
      };
    },
  };
}

/** The id of a mutation: the same for the same seed, type, parameters and prompt. */
export function mutationId(recipe: MutationRecipe, seed: Seed): string {
  const { type, variant, prompt, change } = recipe;
  const { edits = [], history = [], request = {} } = change;
  const params = sortedData([variant, edits, history, request]);
  return sha256(JSON.stringify([`${typeof seed}:${seed}`, type, params, prompt])).slice(0, 16);
}

/** A text with edits; those that are left out leave the base as it is there. */
export function editedText(base: string, edits: readonly Edit[]): string {
  let text = "";
  let at = 0;
  for (const { from, to, put } of edits) {
    text += base.slice(at, from) + put;
    at = to;
  }
  return text + base.slice(at);
}

/** Whether this is the name of a meaning. */
export function isMeaning(value: unknown): value is MutationMeaning {
  return meanings.has(value);
}

/** How long a text is, without making it. */
export function putLength(put: Put): number {
  return typeof put === "string" ? put.length : put.repeat.length * put.times;
}

/** The text of a recipe. */
export function putText(put: Put): string {
  return typeof put === "string" ? put : put.repeat.repeat(put.times);
}

// --- inside ---

const meanings: ReadonlySet<unknown> = new Set<MutationMeaning>([
  "preserved",
  "perturbed",
  "adversarial",
  "destroyed",
]);
