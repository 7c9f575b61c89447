import { sortedData } from "../../../kernel/values/sorted-data.ts";
import { writeWhole } from "../../../store/finding-store.ts";
import { type ProjectFile, readKept } from "./project-json.ts";

/** An answer of a model as it is kept. */
export interface StoredAnswer {
  readonly prompt: string;
  readonly answer: string;
  /** Who gave it; not there for paraphrases, whose key says so. */
  readonly model?: string | undefined;
}

/**
 * Answers of the model of `[agent.model]` in a file that is checked in, so that each is asked for
 * once, and later runs and CI need neither the model nor a network.
 */
export class ModelAnswers {
  readonly #file: ProjectFile;
  readonly #answers: Map<string, StoredAnswer>;
  #isChanged = false;

  private constructor(file: ProjectFile, answers: Map<string, StoredAnswer>) {
    this.#file = file;
    this.#answers = answers;
  }

  /** Reads what was asked before. */
  static async open(file: ProjectFile): Promise<ModelAnswers> {
    return new ModelAnswers(file, await readAnswers(file));
  }

  get(key: string): StoredAnswer | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: StoredAnswer): void {
    this.#answers.set(key, answer);
    this.#isChanged = true;
  }

  /** Keeps what is new. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const document = { answers: Object.fromEntries(this.#answers), format: cacheFormat };
    const text = `${JSON.stringify(sortedData(document), undefined, 2)}\n`;
    await writeWhole(this.#file.file, text);
    this.#isChanged = false;
  }
}

// --- inside ---

const cacheFormat = 1;

async function readAnswers(cache: ProjectFile): Promise<Map<string, StoredAnswer>> {
  const help = "remove the file; the next run asks the model again";
  const json = await readKept(cache, { code: "A055", noun: "cache of the model's answers", help });
  if (json === undefined) return new Map();
  const complain = (what: string, path: readonly string[]) =>
    json.complain({ code: "A055", what, path, help });
  const { format, answers } = (json.data ?? {}) as { format?: unknown; answers?: unknown };
  if (format !== cacheFormat || typeof answers !== "object" || answers === null) {
    throw await complain(
      `the cache of the model's answers has no \`"format": ${cacheFormat}\``,
      [],
    );
  }
  const read = new Map<string, StoredAnswer>();
  for (const [key, kept] of Object.entries(
    answers as Record<string, Partial<StoredAnswer> | null>,
  )) {
    const { prompt, answer, model } = kept ?? {};
    if (typeof prompt !== "string" || typeof answer !== "string") {
      throw await complain("an answer of the cache has no `prompt` or no `answer`", [
        "answers",
        key,
      ]);
    }
    read.set(key, { prompt, answer, ...(typeof model === "string" ? { model } : {}) });
  }
  return read;
}
