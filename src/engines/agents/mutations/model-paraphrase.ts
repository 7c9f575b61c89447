import { GauntletError } from "../../../kernel/gauntlet-error.ts";
import { sortedData } from "../../../kernel/sorted-data.ts";
import { looseOf, objectsOf, parsed } from "../../../world/wires/loose-json.ts";
import { sha256 } from "../../../kernel/sha256.ts";
import { writeWhole } from "../../../runner/finding-store.ts";
import type { ModelConfig } from "../../../subject/config/agent-config.ts";
import { type KeptFile, readKept } from "./kept-json.ts";

/** What a model is asked with. */
export interface ModelAsking {
  readonly model: ModelConfig;
  readonly cache: KeptFile;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a model for paraphrases, each once: answers are kept in a file that is checked in, so that
 * later runs and CI need neither the model nor a network. An answer that is no paraphrase is kept
 * as well, because the same question would bring it again.
 */
export class ModelParaphrases {
  readonly #asking: ModelAsking;
  readonly #answers: Map<string, KeptAnswer>;
  #isChanged = false;

  private constructor(asking: ModelAsking, answers: Map<string, KeptAnswer>) {
    this.#asking = asking;
    this.#answers = answers;
  }

  /** Reads what was asked before. */
  static async open(asking: ModelAsking): Promise<ModelParaphrases> {
    return new ModelParaphrases(asking, await readAnswers(asking.cache));
  }

  /** The paraphrase of this index, or undefined where the model gave none that can be used. */
  async paraphrase(prompt: string, index: number): Promise<string | undefined> {
    const { name, temperature } = this.#asking.model;
    const key = sha256(JSON.stringify([askingVersion, name, temperature, prompt, index])).slice(
      0,
      24,
    );
    const answer = this.#answers.get(key)?.answer ?? (await ask(this.#asking, prompt, index));
    if (!this.#answers.has(key)) {
      this.#answers.set(key, { prompt, answer });
      this.#isChanged = true;
    }
    return usable(answer, prompt);
  }

  /** Keeps what is new. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const document = { answers: Object.fromEntries(this.#answers), format: cacheFormat };
    await writeWhole(
      this.#asking.cache.file,
      `${JSON.stringify(sortedData(document), undefined, 2)}\n`,
    );
    this.#isChanged = false;
  }
}

// --- inside ---

const cacheFormat = 1;

/** Part of the key of an answer: another way to ask is another question. */
const askingVersion = 1;
const instruction =
  "Rephrase the user's message. Keep its meaning, every number, name, id and quotation. " +
  "Do not answer it. Give only the rephrased message.";
const lengthFactorMax = 3;
const answerBytesMax = 1_048_576;
const waitMsMax = 60_000;

interface KeptAnswer {
  readonly prompt: string;
  readonly answer: string;
}

/** Not empty, not the prompt itself, and not so long that it must be something else. */
function usable(answer: string, prompt: string): string | undefined {
  const text = answer.trim();
  if (text === "" || text === prompt.trim()) return undefined;
  return text.length <= prompt.length * lengthFactorMax ? text : undefined;
}

async function ask(asking: ModelAsking, prompt: string, index: number): Promise<string> {
  const { model, env, signal } = asking;
  const url = `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`;
  const key = model.keyVariable === undefined ? undefined : env[model.keyVariable];
  if (model.keyVariable !== undefined && (key === undefined || key === "")) {
    throw unasked(url, `the variable \`${model.keyVariable}\` is not set`);
  }
  const limit = AbortSignal.timeout(waitMsMax);
  const body = {
    model: model.name,
    temperature: model.temperature,
    messages: [
      { role: "system", content: `${instruction} This is variation ${index + 1}.` },
      { role: "user", content: prompt },
    ],
  };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const text = await boundedText(response);
    if (!response.ok) throw unasked(url, `it answered with status ${response.status}`);
    return contentOf(text) ?? raise(unasked(url, "its answer has no `choices[0].message.content`"));
  } catch (error) {
    if (error instanceof GauntletError || signal?.aborted === true) throw error;
    throw unasked(url, reasonOf(error));
  }
}

async function boundedText(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > answerBytesMax) throw new Error(`its answer is over ${answerBytesMax} bytes long`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function contentOf(text: string): string | undefined {
  const [choice] = objectsOf(looseOf(parsed(text))["choices"]);
  const content = looseOf(choice?.["message"])["content"];
  return typeof content === "string" ? content : undefined;
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { code } = cause as NodeJS.ErrnoException;
  return code ?? (cause instanceof Error ? cause.message : String(cause));
}

function unasked(url: string, because: string): GauntletError {
  return new GauntletError({
    code: "A054",
    what: `the model could not be asked for a paraphrase: ${because}`,
    where: url,
    note: "answers that are in the cache are not asked for again",
    help: "start the model, or take `[agent.model]` out of the config",
  });
}

function raise(error: Error): never {
  throw error;
}

async function readAnswers(cache: KeptFile): Promise<Map<string, KeptAnswer>> {
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
  const read = new Map<string, KeptAnswer>();
  for (const [key, kept] of Object.entries(answers as Record<string, Partial<KeptAnswer> | null>)) {
    const { prompt, answer } = kept ?? {};
    if (typeof prompt !== "string" || typeof answer !== "string") {
      throw await complain("an answer of the cache has no `prompt` or no `answer`", [
        "answers",
        key,
      ]);
    }
    read.set(key, { prompt, answer });
  }
  return read;
}
