import { dialects } from "../../world/wires/llm/dialects.ts";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../../world/wires/upstream.ts";

/** A question to a model that got an error or a web page, with the beginning of that. */
export interface RefusedQuestion {
  readonly status: number;
  readonly contentType: string;
  readonly url: string | undefined;
  readonly start: string;
}

/** Asks whoever the conversation that is held now chose. */
export class ChosenUpstream implements Upstream {
  readonly #usual: Upstream;
  #chosen: Upstream | undefined;
  #unanswered: string | undefined;
  #first: Uint8Array | undefined;
  #refused: Refusal | undefined;

  constructor(usual: Upstream) {
    this.#usual = usual;
  }

  /** Chooses who answers from now on; nobody means the usual one. */
  choose(upstream: Upstream | undefined): void {
    this.#chosen = upstream;
    this.#unanswered = undefined;
    this.#first = undefined;
    this.#refused = undefined;
  }

  /** How the last question to a model since then was refused; nothing where it was answered. */
  get refused(): RefusedQuestion | undefined {
    return this.#refused;
  }

  /** The body of the first question since then; nothing where none was asked. */
  get firstQuestion(): string | undefined {
    return this.#first === undefined ? undefined : new TextDecoder().decode(this.#first);
  }

  /** Why the first question since then had no answer at all; nothing where all had one. */
  get unanswered(): string | undefined {
    return this.#unanswered;
  }

  /** Who was chosen instead of the usual one. */
  get chosen(): Upstream | undefined {
    return this.#chosen;
  }

  async answer(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    this.#first ??= request.body;
    try {
      const answer = await (this.#chosen ?? this.#usual).answer(request, signal);
      if (!isQuestion(request)) return answer;
      this.#refused = isRefused(answer) ? new Refusal(answer) : undefined;
      return this.#refused?.answer ?? answer;
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      if (!signal.aborted) this.#unanswered ??= message;
      throw thrown;
    }
  }
}

// --- inside ---

/** So much of the beginning of an error is told. */
const startMax = 400;

/** An answer that is an error, whose beginning is kept while it passes. */
class Refusal implements RefusedQuestion {
  readonly status: number;
  readonly contentType: string;
  readonly url: string | undefined;
  readonly answer: UpstreamResponse;
  #start = "";

  constructor(answer: UpstreamResponse) {
    this.status = answer.status;
    this.contentType = answer.headers["content-type"] ?? "";
    this.url = answer.url;
    this.answer = { ...answer, body: this.#noted(answer.body) };
  }

  get start(): string {
    return this.#start;
  }

  async *#noted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const decoder = new TextDecoder();
    for await (const piece of body) {
      if (this.#start.length < startMax) {
        this.#start = (this.#start + decoder.decode(piece, { stream: true })).slice(0, startMax);
      }
      yield piece;
    }
  }
}

function isQuestion({ method, path }: UpstreamRequest): boolean {
  const plain = path.replace(/[?#].*$/su, "");
  return method === "POST" && dialects.some((dialect) => dialect.isPath(plain));
}

function isRefused({ status, headers }: UpstreamResponse): boolean {
  const isPage = /^text\/html\b/iu.test(headers["content-type"] ?? "");
  return status < 200 || status > 299 || isPage;
}
