import type { SimWorld, WorldPart } from "../sim-world.ts";
import { type AnswerHead, type DispatchOptions, Exchange } from "./exchange.ts";
import { PlainBody } from "./plain-body.ts";
import type { PlainRequest } from "./plain-request.ts";
import { plainResponse } from "./plain-response.ts";

type Fetch = typeof globalThis.fetch;

/**
 * Asks a server of the run as `fetch` does, without the streams, signals and lists that undici
 * makes for every request. Where the answer is more than a head and a body, such as a redirect, a
 * compressed body or an error, undici is given the answer and goes on from there.
 */
export async function plainFetch(
  world: SimWorld,
  request: PlainRequest,
  { fetch, send }: { readonly fetch: Fetch; readonly send: (exchange: Exchange) => void },
): Promise<Response> {
  const exchange = new PlainExchange(world, request);
  send(exchange);
  const response = await exchange.answered;
  if (response !== undefined) return response;
  world.part(leftPart).push(exchange);
  const { url, method, headers, body } = request;
  return await fetch(url, { method, headers, body: body ?? null });
}

/** What was begun without undici and is now its own to finish; undefined for any other request. */
export function takeOver(world: SimWorld, next: Exchange): PlainExchange | undefined {
  const left = world.part(leftPart);
  const at = left.findIndex(
    ({ url, options }) => url.href === next.url.href && options.method === next.options.method,
  );
  return at < 0 ? undefined : left.splice(at, 1)[0];
}

/** A request that is made without undici, and its answer. */
export class PlainExchange extends Exchange {
  /** Undefined where undici has to go on. */
  readonly answered: Promise<Response | undefined>;
  #answer: (response: Response | undefined) => void = () => {};
  #cancel: (reason: unknown) => void = () => {};
  #body: PlainBody | undefined;
  #isAnswered = false;
  #next: Exchange | undefined;
  #goOn: (next: Exchange) => void = () => {};

  constructor(world: SimWorld, request: PlainRequest) {
    super(world, optionsOf(request), {}, request.url);
    this.answered = new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  override begin(onAbort: (reason: unknown) => void): boolean {
    this.#cancel = onAbort;
    return true;
  }

  override head(head: AnswerHead, resume: () => void): boolean {
    if (this.isOver) return true;
    if (!isPlain(head)) {
      this.#leave((next) => {
        if (next.head(head, resume)) resume();
      });
      return false;
    }
    const hasBody = this.options.method !== "HEAD" && !bodiless.has(head.status);
    if (hasBody) this.#body = new PlainBody(resume, (reason) => this.#cancel(reason));
    this.#isAnswered = true;
    this.#answer(plainResponse({ url: this.url.href, head, body: this.#body }));
    return true;
  }

  override data(chunk: Buffer): boolean {
    if (this.isOver) return true;
    if (this.#next !== undefined) return this.#next.data(chunk);
    return this.#body?.push(chunk) ?? true;
  }

  override end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#next?.end();
    this.#body?.end();
  }

  override fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.#isAnswered) this.#body?.fail(error);
    else if (this.#next === undefined) this.#leave((next) => next.fail(error));
    else this.#next.fail(error);
  }

  /** Lets undici go on where this has come to. */
  passTo(next: Exchange): void {
    this.#next = next;
    if (!next.begin((reason) => this.#cancel(reason))) return;
    queueMicrotask(() => this.#goOn(next));
  }

  #leave(goOn: (next: Exchange) => void): void {
    this.#goOn = goOn;
    this.#answer(undefined);
  }
}

// --- inside ---

const leftPart: WorldPart<PlainExchange[]> = { name: "left requests", make: () => [] };

/** The answers that have no body, whatever follows their head. */
const bodiless = new Set([204, 205, 304]);

/** Whether the head asks for nothing that undici would have to do. */
function isPlain({ status, text, raw }: AnswerHead): boolean {
  if (status < 200 || status > 599 || (status >= 300 && status < 400 && status !== 304)) {
    return false;
  }
  return printable.test(text) && raw.every((word, at) => at % 2 === 1 || !isEncoding(word));
}

const printable = /^[\t\x20-\x7e]*$/;

function isEncoding(name: string): boolean {
  return name.length === 16 && name.toLowerCase() === "content-encoding";
}

function optionsOf({ url, method, sent, body }: PlainRequest): DispatchOptions {
  return { origin: url.origin, path: url.pathname + url.search, method, headers: sent, body };
}
