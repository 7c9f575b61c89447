import type { Upstream, UpstreamRequest, UpstreamResponse } from "../../world/wires/upstream.ts";

/** Asks whoever the conversation that is held now chose. */
export class ChosenUpstream implements Upstream {
  readonly #usual: Upstream;
  #chosen: Upstream | undefined;
  #unanswered: string | undefined;
  #first: Uint8Array | undefined;

  constructor(usual: Upstream) {
    this.#usual = usual;
  }

  /** Chooses who answers from now on; nobody means the usual one. */
  choose(upstream: Upstream | undefined): void {
    this.#chosen = upstream;
    this.#unanswered = undefined;
    this.#first = undefined;
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
      return await (this.#chosen ?? this.#usual).answer(request, signal);
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      if (!signal.aborted) this.#unanswered ??= message;
      throw thrown;
    }
  }
}
