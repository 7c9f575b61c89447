import type { Upstream, UpstreamRequest, UpstreamResponse } from "../../world/wires/upstream.ts";

/** Asks whoever the conversation that is held now chose. */
export class ChosenUpstream implements Upstream {
  readonly #usual: Upstream;
  #chosen: Upstream | undefined;

  constructor(usual: Upstream) {
    this.#usual = usual;
  }

  /** Chooses who answers from now on; nobody means the usual one. */
  choose(upstream: Upstream | undefined): void {
    this.#chosen = upstream;
  }

  answer(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    return (this.#chosen ?? this.#usual).answer(request, signal);
  }
}
