import { callIn, keepContext } from "../async-context.ts";
import type { Channel } from "../sim-world.ts";
import { bodyChunks, type Exchange, headerPairs, otherSideClosed } from "./exchange.ts";
import type { Listener } from "./network.ts";

/**
 * Lets a handler of fetch's kind answer `fetch` without HTTP in between: request, head and each
 * chunk of the body take a decided latency, and nothing is written out or parsed.
 */
export function fetchDirectly(exchange: Exchange, listener: Listener): void {
  const { world } = exchange;
  const gone = new Departure();
  const context = keepContext(world, "fetch");
  if (!exchange.begin(() => gone.happen())) return;
  const back: Channel = { name: "http answer", lastUs: 0 };
  const deliver = (label: string, fire: () => void): void => {
    world.complete(label, () => callIn(context, fire, {}), back);
  };
  world.complete("http request", () => {
    if (exchange.isOver) return;
    callIn(listener.context, () => void answer(exchange, { listener, gone, deliver }), {});
  });
}

// --- inside ---

interface Way {
  readonly listener: Listener;
  readonly gone: Departure;
  readonly deliver: (label: string, fire: () => void) => void;
}

async function answer(exchange: Exchange, { listener, gone, deliver }: Way): Promise<void> {
  let response: Response | undefined;
  try {
    response = await listener.fetchHandler?.(requestOf(exchange, gone));
    if (response === undefined || response.type === "error") {
      return deliver("http answer", () => exchange.fail(otherSideClosed()));
    }
  } catch (thrown) {
    deliver("http answer", () => exchange.fail(otherSideClosed()));
    // Not swallowed: it is the user's own error, and the run has to show it.
    if (gone.hasHappened) return;
    throw thrown;
  }
  const body = new Body(exchange, response, deliver);
  gone.onHappen = () => body.cancel();
  deliver("http answer", () => {
    const isTaken = exchange.head(headOf(response), () => body.resume());
    body.start();
    if (isTaken) body.resume();
  });
}

/** Says that the client has gone; its signal is made only for a handler that asks for it. */
class Departure {
  hasHappened = false;
  onHappen: () => void = () => {};
  #controller: AbortController | undefined;

  happen(): void {
    if (this.hasHappened) return;
    this.hasHappened = true;
    this.#controller?.abort();
    this.onHappen();
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.hasHappened) this.#controller.abort();
    return this.#controller.signal;
  }
}

/** Passes a body on, chunk by chunk, until undici asks to wait. */
class Body {
  readonly #exchange: Exchange;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #deliver: Way["deliver"];
  /** While a chunk is under way a wish for more changes nothing: it comes after that one. */
  #isBusy = true;

  constructor(exchange: Exchange, response: Response, deliver: Way["deliver"]) {
    this.#exchange = exchange;
    this.#reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    this.#deliver = deliver;
  }

  start(): void {
    this.#isBusy = false;
  }

  resume(): void {
    if (!this.#isBusy) void this.#pass();
  }

  cancel(): void {
    this.#reader?.cancel().catch(() => {});
  }

  async #pass(): Promise<void> {
    const exchange = this.#exchange;
    if (this.#reader === undefined) return exchange.end();
    this.#isBusy = true;
    try {
      const { done, value } = await this.#reader.read();
      if (done) return exchange.end();
      this.#deliver("http data", () => this.#hand(Buffer.from(value)));
    } catch {
      this.#deliver("http data", () => exchange.fail(otherSideClosed()));
    }
  }

  #hand(chunk: Buffer): void {
    const isTaken = this.#exchange.data(chunk);
    this.#isBusy = false;
    if (isTaken && !this.#exchange.isOver) void this.#pass();
  }
}

function requestOf({ url, options }: Exchange, gone: Departure): Request {
  const headers = new Headers();
  for (const [name, value] of headerPairs(options.headers)) headers.append(name, String(value));
  const init: RequestInit = { method: options.method, headers };
  const body = bodyChunks(options.body);
  if (body !== undefined) {
    init.body = ReadableStream.from(body);
    init.duplex = "half";
  }
  const request = new Request(url, init);
  Object.defineProperty(request, "signal", { get: () => gone.signal(), configurable: true });
  return request;
}

function headOf(response: Response): { status: number; text: string; raw: string[] } {
  const raw: string[] = [];
  for (const [name, value] of response.headers) raw.push(name, value);
  return { status: response.status, text: response.statusText, raw };
}
