import { setTimeout as wait } from "node:timers/promises";
import type { WireExchange } from "../wire-hub.ts";
import { AnswerNotes } from "./answer-notes.ts";
import type { Dialect } from "./dialect.ts";
import { isLoose, parsed } from "../loose-json.ts";
import { retryAfterMs } from "./provider-error.ts";
import { SseSplitter } from "../../../data/sse/sse-frames.ts";
import { sentHeaders } from "../wire-headers.ts";

/**
 * What the agent is given as the answer of a model. Everything is written through it, so that what
 * is noted is what was given and not what the model said. It keeps no more than it needs to read:
 * one event of a stream, or an answer that is no stream.
 */
export class ReturnedAnswer {
  readonly notes: AnswerNotes = new AnswerNotes();
  readonly #exchange: WireExchange;
  readonly #dialect: Dialect;
  readonly #splitter = new SseSplitter();
  /** Events that were passed on in this moment and are read in the next one. */
  #unread: Uint8Array[] = [];
  #plain: Uint8Array[] | undefined = [];
  #plainBytes = 0;
  #isStream = false;
  #isReadable = true;
  #status = 0;
  #retryAfterMs: number | undefined;
  #hasEnded = false;

  constructor(exchange: WireExchange, dialect: Dialect) {
    this.#exchange = exchange;
    this.#dialect = dialect;
  }

  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  get hasBegun(): boolean {
    return this.#exchange.response.headersSent;
  }

  /** Status and headers. */
  head(status: number, headers: Readonly<Record<string, string>>): void {
    this.#status = status;
    this.#isStream = isEventStream(headers);
    this.#isReadable = headers["content-encoding"] === undefined;
    this.#retryAfterMs = retryAfterMs(headers, Date.now());
    const { response } = this.#exchange;
    response.writeHead(status, sentHeaders(headers));
    // A stream may say nothing for long, but the agent is to know that it has begun. A first piece
    // that is here already goes with them.
    const { socket } = response;
    if (!this.#isStream || socket === null) return;
    socket.cork();
    response.flushHeaders();
    process.nextTick(() => socket.uncork());
  }

  /** Passes bytes on, reads them when they have left, and waits while the agent takes none. */
  async write(bytes: Uint8Array): Promise<void> {
    const { response, signal } = this.#exchange;
    if (signal.aborted || bytes.length === 0) return;
    const isTaken = response.write(bytes);
    this.#read(bytes);
    if (!isTaken) await drained(response, signal);
  }

  /** The answer ends as it should. */
  async end(): Promise<void> {
    const { response, signal } = this.#exchange;
    if (signal.aborted) return;
    this.#hasEnded = true;
    await new Promise<void>((resolve) => {
      response.once("close", resolve);
      response.end(resolve);
    });
  }

  /** The connection closes in the middle, once what was written has left. */
  async cut(): Promise<void> {
    const { response } = this.#exchange;
    const { socket } = response;
    if (socket !== null && !socket.destroyed) {
      await new Promise<void>((resolve) => {
        socket.once("close", resolve);
        socket.write("", () => resolve());
      });
    }
    response.destroy();
  }

  /** The connection is reset. */
  reset(): void {
    const { socket } = this.#exchange.response;
    if (socket === null) this.#exchange.response.destroy();
    else socket.resetAndDestroy();
  }

  /** Waits, unless the agent goes away meanwhile. */
  async pause(ms: number): Promise<void> {
    try {
      await wait(ms, undefined, { signal: this.signal });
    } catch {
      // The agent has gone; whoever waited sees it by the signal.
    }
  }

  /** The answer as it is written into the journal. */
  summary(): {
    readonly status: number;
    readonly isWhole: boolean;
    readonly retryAfterMs: number | undefined;
  } {
    this.#readEvents();
    const isRead = this.#isStream ? this.notes.finish !== undefined : this.#readPlain();
    const isWhole = this.#hasEnded && isRead && !this.notes.hasUnreadable;
    return { status: this.#status, isWhole, retryAfterMs: this.#retryAfterMs };
  }

  #read(bytes: Uint8Array): void {
    if (!this.#isReadable) return;
    if (!this.#isStream) {
      this.#plainBytes += bytes.length;
      if (this.#plainBytes > readBytesMax) this.#plain = undefined;
      this.#plain?.push(bytes);
      return;
    }
    // Node sends what is written at the end of this turn: nothing is to come before that.
    if (this.#unread.length === 0) process.nextTick(() => this.#readEvents());
    this.#unread.push(bytes);
  }

  #readEvents(): void {
    for (const bytes of this.#unread.splice(0)) {
      if (!this.#isReadable) return;
      for (const frame of this.#splitter.push(bytes)) this.#dialect.noteFrame(this.notes, frame);
      if (this.#splitter.heldBytes > readBytesMax) this.#isReadable = false;
    }
  }

  #readPlain(): boolean {
    if (this.#plain === undefined) return true; // too long to read, but it did end
    const body = parsed(Buffer.concat(this.#plain).toString("utf8"));
    this.#plain = [];
    if (!isLoose(body)) return false;
    this.#dialect.notePlain(this.notes, body);
    return true;
  }
}

/** Whether an answer comes as server-sent events. */
export function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return (headers["content-type"] ?? "").toLowerCase().startsWith("text/event-stream");
}

// --- inside ---

/** Longer answers and events pass as well, but are not read. */
const readBytesMax = 8 * 1_048_576;

async function drained(response: WireExchange["response"], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off("drain", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    response.once("drain", done);
    signal.addEventListener("abort", done);
  });
}
