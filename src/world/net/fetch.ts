import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { type DispatchHandler, type DispatchOptions, Exchange, headerPairs } from "./exchange.ts";
import { fetchDirectly } from "./fetch-direct.ts";
import { fetchOverHttp } from "./fetch-over-http.ts";
import { modernAsLegacy } from "./modern-handler.ts";
import { type Listener, networkPart } from "./network.ts";
import { plainFetch, takeOver } from "./plain-fetch.ts";
import { learnHeaders, plainRequest } from "./plain-request.ts";
import { isReadAsNodeDoes, learnClasses } from "./plain-response.ts";

/** Puts the simulated network below `fetch`; what fetch itself does is Node's. */
export function installFetch(): void {
  const { fetch } = globalThis;
  nodeFetch = fetch;
  const standIn = (...args: Parameters<typeof fetch>): Promise<Response> => {
    if (activeWorld !== undefined) {
      adoptDispatchers();
      const world = activeWorld;
      const request = plainRequest(args[0], args[1]);
      const isHere = request !== undefined && listenerOf(world, request.url) !== undefined;
      if (isHere && isReadAsNodeDoes()) return plainFetch(world, request, { fetch, send: sendOut });
    }
    // The request of a package outside of a run is never sent, so its answer never comes.
    else if (isWeb(args[0]) && madeOutside("a request") !== undefined) return new Promise(() => {});
    return fetch(...args);
  };
  replaceFunction(globalThis, "fetch", standIn);
}

/** Asks undici, outside of a run, which headers it adds to a request; it is not sent. */
export async function learnFetch(): Promise<void> {
  if (nodeFetch === undefined) return;
  adoptDispatchers();
  learnClasses(await nodeFetch("data:,"));
  for (const protocol of ["http:", "https:"]) {
    // The answer is our own refusal.
    await nodeFetch(`${protocol}//localhost:30000${learningPath}`, { method: "POST" }).catch(
      () => {},
    );
  }
}

/**
 * Takes over the dispatcher that `fetch` uses, and the one that the package undici uses where it
 * is loaded. Called before each fetch, because `setGlobalDispatcher` may put in another.
 */
export function adoptDispatchers(): void {
  // Asking for it loads the undici of Node, which puts its dispatcher in place.
  if (typeof Response === "undefined") return;
  for (const symbol of dispatcherSymbols) {
    const dispatcher = (globalThis as Record<symbol, unknown>)[symbol] as Dispatcher | undefined;
    if (dispatcher !== undefined && !adopted.has(dispatcher)) adopt(dispatcher);
  }
}

// --- inside ---

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: DispatchHandler): boolean;
}

const dispatcherSymbols = [
  Symbol.for("undici.globalDispatcher.1"),
  Symbol.for("undici.globalDispatcher.2"),
];

let nodeFetch: typeof fetch | undefined;

/** No program asks for it. */
const learningPath = "/which-headers-does-undici-add";

const adopted = new WeakSet<Dispatcher>();

const seams = ["net.connect", "net.data", "dns.lookup", "http.request"].map((name) =>
  seamOf(`world:${name}`),
);

/** Whether it goes over a network; `data:` and `blob:` do not, and Node refuses the rest. */
function isWeb(input: unknown): boolean {
  const url: unknown = input instanceof Request ? input.url : input;
  return (typeof url === "string" || url instanceof URL) && /^\s*https?:/i.test(String(url));
}

function adopt(dispatcher: Dispatcher): void {
  adopted.add(dispatcher);
  const original = dispatcher.dispatch;
  const dispatch = (options: DispatchOptions, handler: DispatchHandler): boolean => {
    const world = activeWorld;
    if (world === undefined && options.path === learningPath) return learn(options, handler);
    if (world === undefined) return Reflect.apply(original, dispatcher, [options, handler]);
    simulatedDispatch(world, options, handler);
    return true;
  };
  Object.defineProperty(dispatcher, "dispatch", {
    value: dispatch,
    writable: true,
    configurable: true,
  });
}

function learn(options: DispatchOptions, given: DispatchHandler): boolean {
  const pairs = headerPairs(options.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  learnHeaders(new URL(String(options.origin)).protocol, pairs);
  const handler = given.onRequestStart === undefined ? given : modernAsLegacy(given);
  handler.onConnect?.(() => {});
  handler.onError?.(new Error("not sent"));
  return true;
}

function simulatedDispatch(
  world: SimWorld,
  options: DispatchOptions,
  given: DispatchHandler,
): void {
  const handler = given.onRequestStart === undefined ? given : modernAsLegacy(given);
  const exchange = new Exchange(world, options, handler);
  const begun = takeOver(world, exchange);
  if (begun === undefined) sendOut(exchange);
  else begun.passTo(exchange);
}

function sendOut(exchange: Exchange): void {
  const { world, options } = exchange;
  const listener = listenerOf(world, exchange.url);
  // A fault of the network strikes at sockets and requests, so there have to be some.
  const isOverSockets = listener?.fetchHandler === undefined || seams.some(({ isOn }) => isOn);
  // A WebSocket goes on as a socket, which a handler of `world.serve` does not have.
  if (options.upgrade || isOverSockets) fetchOverHttp(exchange);
  else {
    world.onAct?.({ kind: "request", method: options.method ?? "GET", url: exchange.url.href });
    fetchDirectly(exchange, listener);
  }
}

function listenerOf(world: SimWorld, url: URL): Listener | undefined {
  const network = world.part(networkPart);
  const isTls = url.protocol === "https:";
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (isTls ? 443 : 80) : Number(url.port);
  const listener = network.find(network.resolve(hostname) ?? hostname, port);
  return listener?.isTls === isTls ? listener : undefined;
}
