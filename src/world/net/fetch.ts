import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { type DispatchHandler, type DispatchOptions, Exchange } from "./exchange.ts";
import { fetchDirectly } from "./fetch-direct.ts";
import { fetchOverHttp } from "./fetch-over-http.ts";
import { modernAsLegacy } from "./modern-handler.ts";
import { type Listener, networkPart } from "./network.ts";

/** Puts the simulated network below `fetch`; what fetch itself does is Node's. */
export function installFetch(): void {
  const { fetch } = globalThis;
  const standIn = (...args: Parameters<typeof fetch>): Promise<Response> => {
    if (activeWorld !== undefined) adoptDispatchers();
    // The request of a package outside of a run is never sent, so its answer never comes.
    else if (isWeb(args[0]) && madeOutside("a request") !== undefined) return new Promise(() => {});
    return fetch(...args);
  };
  replaceFunction(globalThis, "fetch", standIn);
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

function simulatedDispatch(
  world: SimWorld,
  options: DispatchOptions,
  given: DispatchHandler,
): void {
  const handler = given.onRequestStart === undefined ? given : modernAsLegacy(given);
  if (options.upgrade) {
    const error = upgradeError();
    handler.onError?.(error);
    // A WebSocket tells nobody why it failed, so the run is told.
    process.nextTick(() => {
      throw error;
    });
    return;
  }
  const exchange = new Exchange(world, options, handler);
  const listener = listenerOf(world, exchange.url);
  // A fault of the network strikes at sockets and requests, so there have to be some.
  if (listener?.fetchHandler === undefined || seams.some(({ isOn }) => isOn))
    fetchOverHttp(exchange);
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

function upgradeError(): GauntletError {
  return new GauntletError({
    code: "net-websocket",
    what: "the global WebSocket is not simulated",
    help: "use a client over node:http, such as the package ws, or stand in for the connection",
  });
}
