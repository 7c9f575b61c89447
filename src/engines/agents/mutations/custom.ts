import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { AgentInput, MutationMeaning } from "../../../kernel/agent/index.ts";
import { type Change, type EditRecipe, isMeaning } from "./mutation.ts";
import { instead, type Mutator, mutatorOf, type Variant } from "./mutator.ts";

/** The user's own function: gives another prompt, or a whole input with what it means. */
export type CustomMutation = (
  prompt: string,
  how: { readonly seed: string; readonly index: number; readonly canary: string },
) => unknown;

/** What a custom function may give besides a text. */
export interface CustomInput extends Partial<AgentInput> {
  readonly meaning?: MutationMeaning | undefined;
}

/** What the user's function made of a prompt. */
export interface CustomMade {
  readonly meaning: MutationMeaning;
  readonly change: Change;
}

/** The user's own templates: `{prompt}` is the prompt, `{canary}` the word to look for. */
export function customTemplates(templates: ReadonlyMap<string, string>): Mutator {
  return mutatorOf(
    "perturbed",
    [...templates].map(([name, template]): Variant => ({
      name,
      // An order that asks for the word is one that must not be followed.
      meaning: template.includes("{canary}") ? "adversarial" : undefined,
      change: ({ prompt, canary }) => filled(template.replaceAll("{canary}", canary), prompt),
    })),
  );
}

/** Asks the user's function and reads what it gives. */
export async function customByFunction(
  custom: { readonly run: CustomMutation; readonly where: string },
  prompt: string,
  how: { readonly seed: string; readonly index: number; readonly canary: string },
): Promise<CustomMade> {
  let given: unknown;
  try {
    given = await custom.run(prompt, how);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw complaint(custom.where, `threw: ${message}`);
  }
  if (typeof given === "string") {
    return { meaning: "perturbed", change: instead(prompt, given) };
  }
  if (!isInput(given)) throw complaint(custom.where, `gave ${shown(given)}`);
  const { meaning = "perturbed", history, request } = given;
  const text = given.prompt ?? prompt;
  return {
    meaning,
    change: {
      edits: text === prompt ? [] : instead(prompt, text).edits,
      history,
      request,
    },
  };
}

// --- inside ---

/** Two edits around the prompt where it stands once, so that shrinking can leave either out. */
function filled(template: string, prompt: string): Change {
  const [first = "", last, ...more] = template.split("{prompt}");
  if (last === undefined) return instead(prompt, first);
  if (more.length > 0) return instead(prompt, template.split("{prompt}").join(prompt));
  const edits: EditRecipe[] = [
    { from: 0, to: 0, put: first },
    { from: prompt.length, to: prompt.length, put: last },
  ];
  return { edits: edits.filter(({ put }) => put !== "") };
}

function isInput(given: unknown): given is CustomInput {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  const { prompt, meaning, history, request } = given as Record<string, unknown>;
  return (
    (prompt === undefined || typeof prompt === "string") &&
    (meaning === undefined || isMeaning(meaning)) &&
    (history === undefined || (Array.isArray(history) && history.every(isText))) &&
    (request === undefined || (typeof request === "object" && request !== null)) &&
    (prompt ?? history ?? request) !== undefined
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return typeof value === "object"
    ? `\`${(JSON.stringify(value) ?? "").slice(0, 80)}\``
    : typeof value;
}

function complaint(where: string, what: string): GauntletError {
  return new GauntletError({
    code: "A053",
    what: `the function that makes custom mutations ${what}`,
    where,
    note: "it gives a text, or { prompt, meaning, history, request } with at least one of them",
    help: 'export a function such as (prompt) => prompt + " Answer briefly."',
  });
}
