import type { MutationMeaning, RequestChange } from "../../../kernel/agent/index.ts";
import { Dice } from "./dice.ts";
import type { Change, EditRecipe, Put } from "./mutation.ts";

/** Makes mutations of one type. */
export interface Mutator {
  /** What its mutations mean, where a variant does not say otherwise. */
  readonly meaning: MutationMeaning;
  /** In the order in which they are taken, beginning anywhere. */
  readonly variants: readonly Variant[];
  /** Whether its mutations change the words of a prompt too little to show much. */
  readonly isWeak?: boolean | undefined;
  /** Whether the answer must be another one than without it. */
  readonly mustDiffer?: boolean | undefined;
  /** The mutation of this index; undefined where none of its ways fits. */
  readonly make: (given: MutationInput) => Made | undefined;
}

/** What a mutation is made from. */
export interface MutationInput {
  readonly prompt: string;
  /** Seed, type and prompt: with the index all that decides what is drawn. */
  readonly words: readonly string[];
  readonly index: number;
  readonly canary: string;
  /** The names of tools that the agent has, for orders that name one. */
  readonly tools: readonly string[];
  /** How an agent behind HTTP is asked. */
  readonly method?: string | undefined;
}

/** One way to change a prompt. */
export interface Variant {
  readonly name: string;
  /** What it means, where that differs from its type. */
  readonly meaning?: MutationMeaning | undefined;
  /** What it changes; undefined where it does not fit this prompt. */
  readonly change: (given: DrawnMutationInput) => Change | undefined;
}

/** What a variant draws from. */
export interface DrawnMutationInput extends MutationInput {
  readonly dice: Dice;
}

/** What a mutator made. */
export interface Made {
  readonly variant: string;
  readonly meaning: MutationMeaning;
  readonly change: Change;
}

/**
 * A mutator of several ways. Index 0 begins at a drawn one and each index takes the next, so that a
 * few mutations of a prompt already differ in kind. One that changes nothing is passed over.
 */
export function mutatorOf(
  meaning: MutationMeaning,
  variants: readonly Variant[],
  labels: Pick<Mutator, "isWeak" | "mustDiffer"> = {},
): Mutator {
  const make = (given: MutationInput): Made | undefined => {
    const first = new Dice([...given.words, "first"]).number(variants.length);
    for (let step = 0; step < variants.length; step++) {
      const variant = variants[(first + given.index + step) % variants.length] as Variant;
      const dice = new Dice([...given.words, variant.name, String(given.index)]);
      const change = variant.change({ ...given, dice });
      if (change === undefined || isNothing(change, given.prompt)) continue;
      return { variant: variant.name, meaning: variant.meaning ?? meaning, change };
    }
    return undefined;
  };
  return { meaning, variants, make, ...labels };
}

/** Puts something before the prompt. */
export function before(put: Put): Change {
  return { edits: [{ from: 0, to: 0, put }] };
}

/** Puts something after the prompt. */
export function after(prompt: string, put: Put): Change {
  return { edits: [{ from: prompt.length, to: prompt.length, put }] };
}

/** Puts something before and after the prompt. */
export function around(prompt: string, { first, last }: { first: Put; last: Put }): Change {
  return { edits: [...(before(first).edits ?? []), ...(after(prompt, last).edits ?? [])] };
}

/** Another text instead of the prompt. */
export function instead(prompt: string, put: Put): Change {
  return { edits: [{ from: 0, to: prompt.length, put }] };
}

/** Edits, or undefined where there are none. */
export function editsOrNothing(edits: readonly EditRecipe[]): Change | undefined {
  return edits.length === 0 ? undefined : { edits };
}

/** A change of the request only; the prompt stays as it is. */
export function onWire(
  name: string,
  requestOf: (given: DrawnMutationInput) => RequestChange | undefined,
): Variant {
  const change = (given: DrawnMutationInput): Change | undefined => {
    const request = requestOf(given);
    return request === undefined ? undefined : { request };
  };
  return { name, change };
}

// --- inside ---

function isNothing(change: Change, prompt: string): boolean {
  if (change.history !== undefined || change.request !== undefined) return false;
  return (change.edits ?? []).every(
    ({ from, to, put }) => typeof put === "string" && put === prompt.slice(from, to),
  );
}
