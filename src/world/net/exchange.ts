import type { Duplex } from "node:stream";
import type { SimWorld } from "../sim-world.ts";

/** What undici asks a dispatcher for; the names are its own. */
export interface DispatchOptions {
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly upgrade?: unknown;
  readonly headersTimeout?: number | null;
  readonly bodyTimeout?: number | null;
}

/** Whom undici wants to be told of the answer, in its first form, which all versions take. */
export interface DispatchHandler {
  onConnect?(abort: (reason?: unknown) => void, context?: object): void;
  onResponseStarted?(): void;
  onHeaders?(status: number, raw: Buffer[], resume: () => void, text: string): unknown;
  onUpgrade?(status: number, raw: Buffer[], socket: Duplex): unknown;
  onData?(chunk: Buffer): unknown;
  onComplete?(trailers: Buffer[]): void;
  onError?(error: unknown): void;
  onRequestStart?: unknown;
}

/** What an answer begins with. */
export interface AnswerHead {
  readonly status: number;
  readonly text: string;
  readonly raw: readonly string[];
}

/** One request of undici's and its answer; after its end or its error it says nothing more. */
export class Exchange {
  readonly world: SimWorld;
  readonly options: DispatchOptions;
  readonly url: URL;
  readonly #handler: DispatchHandler;
  #onAbort: ((reason: unknown) => void) | undefined;
  #isResumed = false;
  isOver = false;

  constructor(world: SimWorld, options: DispatchOptions, handler: DispatchHandler, url?: URL) {
    this.world = world;
    this.options = options;
    this.#handler = handler;
    if (url !== undefined) {
      this.url = url;
      return;
    }
    // A path may begin with two slashes; resolved, it would be another host.
    this.url = new URL(`${new URL(String(options.origin)).origin}${options.path}`);
    for (const [name, value] of Object.entries(options.query ?? {})) {
      this.url.searchParams.append(name, String(value));
    }
  }

  /** Hands out the way to abort; false if it was taken at once. */
  begin(onAbort: (reason: unknown) => void): boolean {
    this.#onAbort = onAbort;
    this.#handler.onConnect?.((reason) => this.#abort(reason), {});
    return !this.isOver;
  }

  /** Tells of the answer's head; false if the body has to wait for `resume`. */
  head(head: AnswerHead, resume: () => void): boolean {
    if (this.isOver) return true;
    this.#tellStart();
    const raw = head.raw.map((text) => Buffer.from(text, "latin1"));
    this.#isResumed = false;
    const again = (): void => {
      this.#isResumed = true;
      resume();
    };
    const isTaken = this.#handler.onHeaders?.(head.status, raw, again, head.text) !== false;
    return isTaken || this.#isResumed;
  }

  /** Hands over the socket of a connection that goes on as another; false if nobody takes it. */
  upgrade(
    head: { readonly status: number; readonly raw: readonly string[] },
    socket: Duplex,
  ): boolean {
    if (this.isOver || this.#handler.onUpgrade === undefined) return false;
    this.isOver = true;
    const raw = head.raw.map((text) => Buffer.from(text, "latin1"));
    this.#handler.onUpgrade(head.status, raw, socket);
    return true;
  }

  /** Undici reads the clock here, but not in all versions: a run must not be later for it. */
  #tellStart(): void {
    const { nowUs } = this.world;
    this.#handler.onResponseStarted?.();
    this.world.nowUs = nowUs;
  }

  /** Tells of a part of the body; false if the next has to wait for `resume`. */
  data(chunk: Buffer): boolean {
    if (this.isOver) return true;
    // Undici may ask for more while it takes this, and then says that it has enough.
    this.#isResumed = false;
    return this.#handler.onData?.(chunk) !== false || this.#isResumed;
  }

  /** Tells that the answer is complete. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#handler.onComplete?.([]);
  }

  /** Tells that there will be no answer, or no more of it. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#handler.onError?.(error);
  }

  #abort(reason: unknown): void {
    if (this.isOver) return;
    const error = reason ?? abortedError();
    this.#onAbort?.(error);
    this.fail(error);
  }
}

/** The error that undici gives when a connection ends before its answer does. */
export function otherSideClosed(cause?: unknown): Error {
  const error = new Error("other side closed", cause === undefined ? {} : { cause });
  named(error, "SocketError");
  return Object.assign(error, { code: "UND_ERR_SOCKET" });
}

/** The error that undici gives when it has waited too long. */
export function tooLate(what: "Headers" | "Body"): Error {
  const error = new Error(`${what} Timeout Error`);
  named(error, `${what}TimeoutError`);
  return Object.assign(error, { code: `UND_ERR_${what.toUpperCase()}_TIMEOUT` });
}

/** Names and values of headers, in whichever form undici was given them. */
export function headerPairs(headers: unknown): [string, string | string[]][] {
  if (headers === null || headers === undefined) return [];
  if (Array.isArray(headers) && !Array.isArray(headers[0])) {
    const flat = headers as unknown[];
    const pairs: [string, string][] = [];
    for (let at = 0; at + 1 < flat.length; at += 2) {
      pairs.push([String(flat[at]), String(flat[at + 1])]);
    }
    return pairs;
  }
  if (Symbol.iterator in Object(headers)) return [...(headers as Iterable<[string, string]>)];
  const given = Object.entries(headers as Record<string, string | null | undefined>);
  return given.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value]],
  );
}

/** A body that can be read chunk by chunk, in whichever form undici was given it. */
export function bodyChunks(body: unknown): AsyncIterable<Uint8Array> | undefined {
  if (body === null || body === undefined) return undefined;
  if (Symbol.asyncIterator in Object(body)) return body as AsyncIterable<Uint8Array>;
  return new Response(body as ConstructorParameters<typeof Response>[0]).body ?? undefined;
}

// --- inside ---

/** Defined and not assigned: what user code freezes, such as `Error.prototype`, is in no way. */
function named(error: Error, name: string): void {
  Object.defineProperty(error, "name", {
    value: name,
    configurable: true,
    writable: true,
    enumerable: true,
  });
}

function abortedError(): Error {
  const error = new Error("Request aborted");
  named(error, "AbortError");
  return Object.assign(error, { code: "UND_ERR_ABORTED" });
}
