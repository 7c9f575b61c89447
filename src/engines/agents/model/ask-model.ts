import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { looseOf, objectsOf, parsed } from "../../../world/wires/loose-json.ts";
import type { ModelConfig } from "../../../config/agent/agent-config.ts";

/** Whom to ask. */
export interface AskedModel {
  readonly model: ModelConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** What to ask. */
export interface ModelQuestion {
  /** `a paraphrase`, `a grade`: what is said where it cannot be asked. */
  readonly wanted: string;
  readonly system: string;
  readonly user: string;
}

/** Asks the model of `[agent.model]` one question; nothing but this is sent, and only there. */
export async function askModel(
  { model, env, signal }: AskedModel,
  { wanted, system, user }: ModelQuestion,
): Promise<string> {
  const url = `${model.baseUrl.replace(/\/+$/, "")}/chat/completions`;
  const unasked = (because: string): GauntletError => unaskedError(url, wanted, because);
  const key = model.keyVariable === undefined ? undefined : env[model.keyVariable];
  if (model.keyVariable !== undefined && (key === undefined || key === "")) {
    throw unasked(`the variable \`${model.keyVariable}\` is not set`);
  }
  const limit = AbortSignal.timeout(waitMsMax);
  const body = {
    model: model.name,
    temperature: model.temperature,
    messages: [
      { role: "system", content: system },
      { role: "user", content: user },
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
    if (!response.ok) throw unasked(`it answered with status ${response.status}`);
    return contentOf(text) ?? raise(unasked("its answer has no `choices[0].message.content`"));
  } catch (error) {
    if (error instanceof GauntletError || signal?.aborted === true) throw error;
    throw unasked(reasonOf(error));
  }
}

// --- inside ---

const answerBytesMax = 1_048_576;
const waitMsMax = 60_000;

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

function unaskedError(url: string, wanted: string, because: string): GauntletError {
  return new GauntletError({
    code: "A054",
    what: `the model could not be asked for ${wanted}: ${because}`,
    where: url,
    note: "answers that are in the cache are not asked for again",
    help: "start the model, or take `[agent.model]` out of the config",
  });
}

function raise(error: Error): never {
  throw error;
}
