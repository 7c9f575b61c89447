/** A request as it goes on to whoever answers it; the body is whole. */
export interface UpstreamRequest {
  readonly agent: string;
  /** Who is asked: `openai`, `anthropic`, the name of a tool, of an MCP server, of an agent. */
  readonly to: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Lower-case names; without those that belong to the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** An answer; its body comes in pieces as they arrive, and ends with an error where it breaks. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  /** Where it came from, without a query; only of whoever really has an address. */
  readonly url?: string | undefined;
}

/** Whoever answers: the real provider, a recording, or a model that follows a script. */
export interface Upstream {
  answer(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse>;
}
