import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { printable } from "../../../config/syntax/code-frame.ts";
import { listField, tableOf } from "./langsmith-fields.ts";
import type { Table } from "../plain-table.ts";

/** How LangSmith is reached. */
export interface LangsmithOptions {
  /** `LANGSMITH_ENDPOINT`; LangSmith's own service where it is left out. */
  readonly endpoint?: string | undefined;
  /** `LANGSMITH_API_KEY`. */
  readonly apiKey: string | undefined;
  /** Learns the key, and keeps secrets out of what is imported. */
  readonly mask: SecretMask;
  /** How long one answer may take. */
  readonly timeoutMs?: number | undefined;
  /** How large one answer may be. */
  readonly answerBytesMax?: number | undefined;
  readonly now?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks LangSmith; every answer is bounded in time and size, and never follows to another host. */
export class LangsmithClient {
  readonly #base: string;
  readonly #options: LangsmithOptions & { readonly apiKey: string };

  constructor(options: LangsmithOptions) {
    const { apiKey } = options;
    if (apiKey === undefined || apiKey.trim() === "") {
      throw new GauntletError({
        code: "A067",
        what: "there is no key for LangSmith",
        where: "LANGSMITH_API_KEY",
        help: "set `LANGSMITH_API_KEY` in the environment",
      });
    }
    options.mask.learn(apiKey);
    this.#options = { ...options, apiKey };
    this.#base = baseOf(options.endpoint ?? "https://api.smith.langchain.com");
  }

  /** One run, as it is answered. */
  run(id: string): Promise<unknown> {
    return this.#ask(`/runs/${id}`, undefined, `the run \`${id}\``);
  }

  /** The id of a project by its name. */
  async projectId(name: string): Promise<string> {
    const noun = `the project \`${printable(name)}\``;
    const answer = await this.#ask(
      `/sessions?${new URLSearchParams({ name, limit: "1" }).toString()}`,
      undefined,
      noun,
    );
    const [first] = Array.isArray(answer) ? (answer as readonly unknown[]) : [answer];
    if (first === undefined) throw missing(noun, this.#base);
    const { id } = tableOf(first, noun);
    if (typeof id === "string") return id;
    throw new GauntletError({
      code: "A066",
      what: `LangSmith's answer about ${noun} has no \`id\``,
      where: this.#base,
      note: "its API may have changed",
    });
  }

  /** Runs that fit a query, page by page, at most `limit`. */
  async *runs(query: Table, limit: number): AsyncGenerator<unknown, void, undefined> {
    let cursor: unknown;
    let left = limit;
    while (left > 0) {
      const page = { ...query, limit: Math.min(pageRunsMax, left) };
      const body = typeof cursor === "string" ? { ...page, cursor } : page;
      const answer = tableOf(await this.#ask("/runs/query", body, "the runs"), "the runs");
      const runs = listField(answer, "runs", "the list of runs");
      for (const run of runs.slice(0, left)) yield run;
      left -= runs.length;
      const before = cursor;
      const cursors = answer["cursors"] as Table | null | undefined;
      cursor = cursors?.["next"];
      // A server that gives the same page again would never end.
      if (typeof cursor !== "string" || cursor === before || runs.length === 0) return;
    }
  }

  async #ask(route: string, body: Table | undefined, noun: string): Promise<unknown> {
    const { apiKey, timeoutMs = timeoutMsDefault, signal } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMs);
    const where = `${this.#base}${route.replace(/\?.*$/u, "")}`;
    try {
      const response = await fetch(`${this.#base}${route}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          accept: "application/json",
          "x-api-key": apiKey,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        // The key must not go on to where an answer points.
        redirect: "manual",
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      });
      const text = await this.#textOf(response, where);
      if (response.status === 404) throw missing(noun, where);
      if (!response.ok) throw refused(response.status, this.#shown(text), where);
      return parsed(text, where);
    } catch (thrown) {
      if (thrown instanceof GauntletError || signal?.aborted === true) throw thrown;
      throw unreached(thrown, { where, timeoutMs, isLate: timeout.aborted });
    }
  }

  async #textOf(response: Response, where: string): Promise<string> {
    const { answerBytesMax = answerBytesMaxDefault } = this.#options;
    const pieces: Uint8Array[] = [];
    let size = 0;
    // Leaving the loop cancels the rest.
    for await (const piece of response.body ?? []) {
      size += piece.byteLength;
      if (size > answerBytesMax) throw tooLarge(answerBytesMax, where);
      pieces.push(piece);
    }
    return new TextDecoder().decode(Buffer.concat(pieces));
  }

  #shown(text: string): string {
    return printable(this.#options.mask.text(text).slice(0, 200));
  }
}

// --- inside ---

const timeoutMsDefault = 30_000;
const answerBytesMaxDefault = 8 * 1024 * 1024;
const pageRunsMax = 20; // runs hold whole conversations; more of them would pass the limit of bytes

/** Self-hosted ones are often given with the version of the API already in the address. */
function baseOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(url?.hostname ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback);
  if (url === undefined || !isSafe || url.username !== "" || url.search !== "") {
    throw new GauntletError({
      code: "A067",
      what: "`LANGSMITH_ENDPOINT` must be an address that begins with `https://`",
      where: "LANGSMITH_ENDPOINT",
      note: "the key travels in a header, so only loopback may be asked without TLS",
      help: "write `LANGSMITH_ENDPOINT=https://api.smith.langchain.com`",
    });
  }
  const route = url.pathname.replace(/\/+$/u, "");
  return `${url.origin}${/\/api\/v\d+$/u.test(route) ? route : `${route}/api/v1`}`;
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new GauntletError({
      code: "A066",
      what: "LangSmith's answer is not JSON",
      where,
      note: "this may be the address of a web page instead of the API",
    });
  }
}

function missing(noun: string, where: string): GauntletError {
  return new GauntletError({
    code: "A065",
    what: `LangSmith has no such thing as ${noun}`,
    where,
    help: "check the name or id, and that the key belongs to the same workspace",
  });
}

function refused(status: number, text: string, where: string): GauntletError {
  const isKey = status === 401 || status === 403;
  const isMoved = status >= 300 && status < 400;
  return new GauntletError({
    code: "A065",
    what: isKey
      ? `LangSmith does not accept the key (${status})`
      : `LangSmith answered with status ${status}`,
    where,
    note: isMoved ? "it points to another address, and the key is not sent there" : text,
    help: isKey ? "check `LANGSMITH_API_KEY`" : "check `LANGSMITH_ENDPOINT`, or try again later",
  });
}

function tooLarge(limit: number, where: string): GauntletError {
  return new GauntletError({
    code: "A066",
    what: `LangSmith's answer is longer than ${limit.toLocaleString("en-US")} bytes`,
    where,
    help: "import single runs, or a shorter `date_range`",
  });
}

function unreached(
  thrown: unknown,
  told: { readonly where: string; readonly timeoutMs: number; readonly isLate: boolean },
): GauntletError {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return new GauntletError({
    code: "A065",
    what: told.isLate
      ? `LangSmith did not answer within ${told.timeoutMs.toLocaleString("en-US")} ms`
      : "LangSmith cannot be reached",
    where: told.where,
    note: told.isLate ? undefined : cause instanceof Error ? cause.message : String(cause),
    help: "check the network and `LANGSMITH_ENDPOINT`",
  });
}
