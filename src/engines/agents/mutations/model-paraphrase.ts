import { sha256 } from "../../../kernel/values/sha256.ts";
import { askModel, type AskedModel } from "../model/ask-model.ts";
import { ModelAnswers } from "../model/model-answers.ts";
import type { ProjectFile } from "../model/project-json.ts";

/** What a model is asked with. */
export interface ModelAsking extends AskedModel {
  readonly cache: ProjectFile;
}

/**
 * Asks a model for paraphrases, each once: answers are kept in a file that is checked in, so that
 * later runs and CI need neither the model nor a network. An answer that is no paraphrase is kept
 * as well, because the same question would bring it again.
 */
export class ModelParaphrases {
  readonly #asking: ModelAsking;
  readonly #answers: ModelAnswers;

  private constructor(asking: ModelAsking, answers: ModelAnswers) {
    this.#asking = asking;
    this.#answers = answers;
  }

  /** Reads what was asked before. */
  static async open(asking: ModelAsking): Promise<ModelParaphrases> {
    return new ModelParaphrases(asking, await ModelAnswers.open(asking.cache));
  }

  /** The paraphrase of this index, or undefined where the model gave none that can be used. */
  async paraphrase(prompt: string, index: number): Promise<string | undefined> {
    const { name, temperature } = this.#asking.model;
    const key = sha256(JSON.stringify([askingVersion, name, temperature, prompt, index])).slice(
      0,
      24,
    );
    const kept = this.#answers.get(key);
    if (kept !== undefined) return usable(kept.answer, prompt);
    const system = `${instruction} This is variation ${index + 1}.`;
    const answer = await askModel(this.#asking, { wanted: "a paraphrase", system, user: prompt });
    this.#answers.set(key, { prompt, answer });
    return usable(answer, prompt);
  }

  /** Keeps what is new. */
  async save(): Promise<void> {
    await this.#answers.save();
  }
}

// --- inside ---

/** Part of the key of an answer: another way to ask is another question. */
const askingVersion = 1;
const instruction =
  "Rephrase the user's message. Keep its meaning, every number, name, id and quotation. " +
  "Do not answer it. Give only the rephrased message.";
const lengthFactorMax = 3;

/** Not empty, not the prompt itself, and not so long that it must be something else. */
function usable(answer: string, prompt: string): string | undefined {
  const text = answer.trim();
  if (text === "" || text === prompt.trim()) return undefined;
  return text.length <= prompt.length * lengthFactorMax ? text : undefined;
}
