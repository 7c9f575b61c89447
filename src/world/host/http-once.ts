import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { timerMs } from "../../kernel/values/timer-limit.ts";
import type { Facts, HostFact, HttpQuestion } from "./host-question.ts";
import { ByteBuffer, shownBytes } from "./byte-buffer.ts";

/**
 * Makes a real request and reads its answer to the end, to its time limit or to its size limit. The
 * time limit is that of the whole: a server that sends a byte now and then gains nothing by it.
 * Lives in the thread where time is real.
 */
export function httpOnce(question: HttpQuestion): Promise<HostFact> {
  return new Promise((resolve) => new HttpOnce(question, resolve).start());
}

// --- inside ---

class HttpOnce {
  readonly #question: HttpQuestion;
  readonly #resolve: (fact: HostFact) => void;
  readonly #kept = new ByteBuffer();
  readonly #startedMs = performance.now();
  #phase: "connect" | "headers" | "body" = "connect";
  #timer: NodeJS.Timeout | undefined;
  #request: ClientRequest | undefined;
  #isOver = false;

  constructor(question: HttpQuestion, resolve: (fact: HostFact) => void) {
    this.#question = question;
    this.#resolve = resolve;
  }

  start(): void {
    const { url, method, body, timeoutMs } = this.#question;
    this.#timer = setTimeout(() => {
      this.#finish({ kind: "timeout", phase: this.#phase, ms: timeoutMs });
    }, timerMs(timeoutMs));
    try {
      const target = new URL(url);
      const isTls = target.protocol === "https:";
      const headers = headersFor(this.#question);
      const made = (isTls ? https : http).request(target, { method, headers, agent: false });
      this.#request = made;
      made.on("error", (error) => this.#fail(error));
      made.on("socket", (socket) => this.#connecting(socket, isTls));
      made.on("response", (response) => this.#read(response));
      // What was upgraded is no longer HTTP: the exchange is complete with its headers.
      made.on("upgrade", (response: IncomingMessage) => this.#answered(response));
      made.on("connect", (response: IncomingMessage) => this.#answered(response));
      made.end(body);
    } catch (thrown) {
      this.#fail(thrown as Error);
    }
  }

  #connecting(socket: Socket, isTls: boolean): void {
    socket.once(isTls ? "secureConnect" : "connect", () => {
      if (this.#phase === "connect") this.#phase = "headers";
    });
  }

  #read(response: IncomingMessage): void {
    this.#phase = "body";
    const { bytesMax } = this.#question;
    const kept = this.#kept;
    response.on("data", (chunk: Buffer) => {
      if (this.#isOver) return;
      kept.push(chunk);
      const seen = kept.length;
      if (seen <= bytesMax) return;
      const bytes = { first: kept.first(shownBytes), last: kept.last(shownBytes) };
      this.#finish({ kind: "too long", limit: bytesMax, seen, ms: this.#ms() }, bytes);
    });
    response.on("error", (error) => this.#fail(error));
    response.on("end", () => this.#answered(response));
  }

  #answered({ statusCode = 0, statusMessage = "", rawHeaders }: IncomingMessage): void {
    const pairs: [string, string][] = [];
    for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
      pairs.push([(rawHeaders[at] ?? "").toLowerCase(), rawHeaders[at + 1] ?? ""]);
    }
    const facts = { kind: "answer", status: statusCode, statusText: statusMessage, pairs };
    this.#finish({ ...facts, ms: this.#ms() }, { body: this.#kept.whole() });
  }

  #fail(error: NodeJS.ErrnoException): void {
    const { code = error.name } = error;
    const because = error.message.slice(0, shownBytes);
    this.#finish({ kind: "failed", code: code, because, ms: this.#ms() });
  }

  #finish(facts: Facts, bytes: HostFact["bytes"] = {}): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#kept.drop();
    this.#request?.destroy();
    this.#resolve({ facts, bytes });
  }

  #ms(): number {
    return Math.round(performance.now() - this.#startedMs);
  }
}

/** What belongs to a connection of the asker's, and not to the message. */
const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "expect",
]);

function headersFor({ headers, body }: HttpQuestion): Record<string, string | number> {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const named = Object.fromEntries(given) as Record<string, string>;
  const own = Object.entries(named).filter(([name]) => {
    return !hopHeaders.has(name) || (name === "connection" && "upgrade" in named);
  });
  const length = body === undefined ? {} : { "content-length": body.length };
  return { ...Object.fromEntries(own), ...length };
}
