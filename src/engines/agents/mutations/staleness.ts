import type { Seed } from "../../../kernel/decisions/seed.ts";
import type { Lockfile } from "./lockfile.ts";

/** What the mutations would be made with now. */
export interface MutationsNow {
  readonly seed: Seed;
  readonly version: number;
  readonly settings: string;
  readonly prompts: readonly string[];
}

/** In what a lockfile no longer fits, a sentence each; its mutations are used all the same. */
export function staleness(locked: Lockfile, now: MutationsNow): readonly string[] {
  const sentences: string[] = [];
  if (locked.seed !== now.seed) {
    sentences.push(`made with the seed \`${locked.seed}\`, the seed is now \`${now.seed}\``);
  }
  if (locked.version !== now.version) {
    sentences.push(`made by version ${locked.version} of the mutations, this is ${now.version}`);
  }
  if (locked.settings !== now.settings) {
    sentences.push("made with other settings of `[agent.mutations]`");
  }
  const having = new Set(locked.mutations.map(({ base }) => base));
  const gone = [...having].filter((prompt) => !now.prompts.includes(prompt));
  for (const prompt of gone)
    sentences.push(`has mutations of a prompt that is gone: ${cut(prompt)}`);
  for (const prompt of now.prompts) {
    if (!having.has(prompt)) sentences.push(`has no mutations of ${cut(prompt)}; made anew`);
  }
  return sentences;
}

// --- inside ---

const shownMax = 60;

function cut(prompt: string): string {
  const line = JSON.stringify(prompt);
  return line.length <= shownMax ? line : `${line.slice(0, shownMax)}…`;
}
