import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import type { SimWorld, WorldPart } from "../sim-world.ts";
import { Timeout } from "../timeout.ts";
import {
  bodyChunks,
  type DispatchOptions,
  type Exchange,
  headerPairs,
  otherSideClosed,
  tooLate,
} from "./exchange.ts";

/**
 * Carries a request of undici's by Node's http client, over simulated sockets. Its own client is
 * not used: its parser is compiled in the background, and its pools and timers outlive a run.
 */
export function fetchOverHttp(exchange: Exchange): void {
  const { url, options, world } = exchange;
  const isTls = url.protocol === "https:";
  const request = (isTls ? https : http).request({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method: options.method,
    headers: Object.fromEntries([...headerPairs(options.headers), ...upgradeOf(options)]),
    agent: isTls ? world.part(agentsPart).https : world.part(agentsPart).http,
  });
  if (!exchange.begin(() => request.destroy())) {
    request.on("error", () => {});
    request.destroy();
    return;
  }
  const wait = new Waiting(world, exchange, request);
  request.on("error", (error) => wait.fail(error));
  request.on("response", (response) => receive(exchange, response, wait));
  request.on("upgrade", (response, socket, head) => {
    wait.stop();
    if (head.length > 0) socket.unshift(head);
    const { statusCode: status = 0, rawHeaders: raw } = response;
    if (!options.upgrade || !exchange.upgrade({ status, raw }, socket)) socket.destroy();
  });
  if (Buffer.isBuffer(options.body)) request.end(options.body);
  else {
    const body = bodyChunks(options.body);
    if (body === undefined) request.end();
    else void write(request, body);
  }
}

// --- inside ---

/** Undici, too, sets these by itself. */
function upgradeOf({ upgrade }: DispatchOptions): [string, string][] {
  if (!upgrade) return [];
  const protocol = typeof upgrade === "string" ? upgrade : "Websocket";
  return [
    ["connection", "upgrade"],
    ["upgrade", protocol],
  ];
}

/** Fresh in each run; undici, too, opens as many connections as there are requests under way. */
const agentsPart: WorldPart<{ readonly http: http.Agent; readonly https: https.Agent }> = {
  name: "fetch agents",
  make: () => ({
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  }),
};

/** Undici's own limit for the wait for a head, and for each part of a body. */
const waitMsMax = 300_000;

/** Gives a request up that has waited for too long. */
class Waiting {
  readonly #exchange: Exchange;
  readonly #timer: Timeout;
  isForBody = false;

  constructor(world: SimWorld, exchange: Exchange, request: ClientRequest) {
    this.#exchange = exchange;
    const delay = exchange.options.headersTimeout ?? waitMsMax;
    const callback = (): void => {
      exchange.fail(tooLate(this.isForBody ? "Body" : "Headers"));
      request.destroy();
    };
    this.#timer = new Timeout(world, { label: "fetch timeout", delay, callback, isRef: false });
    if (delay === 0) this.#timer.close();
  }

  refresh(): void {
    this.#timer.refresh();
  }

  stop(): void {
    this.#timer.close();
  }

  fail(error: Error): void {
    this.stop();
    const isHangUp = error.message === "socket hang up" || error.message === "aborted";
    this.#exchange.fail(isHangUp ? otherSideClosed() : error);
  }
}

function receive(exchange: Exchange, response: IncomingMessage, wait: Waiting): void {
  wait.isForBody = true;
  response.on("error", (error) => wait.fail(error));
  response.on("end", () => {
    wait.stop();
    exchange.end();
  });
  response.on("data", (chunk: Buffer) => {
    wait.refresh();
    if (!exchange.data(chunk)) response.pause();
  });
  const { statusCode: status = 0, statusMessage: text = "", rawHeaders: raw } = response;
  if (!exchange.head({ status, text, raw }, () => response.resume())) response.pause();
}

async function write(request: ClientRequest, body: AsyncIterable<Uint8Array>): Promise<void> {
  if (!request.hasHeader("content-length")) request.setHeader("transfer-encoding", "chunked");
  try {
    for await (const chunk of body) {
      if (request.destroyed) return;
      if (!request.write(chunk)) await drained(request);
    }
    request.end();
  } catch (thrown) {
    request.destroy(thrown as Error);
  }
}

function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    request.once("drain", resolve);
    request.once("close", resolve);
  });
}
