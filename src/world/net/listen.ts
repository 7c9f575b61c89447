import net, { type Server } from "node:net";
import tls from "node:tls";
import { activeWorld } from "../active-world.ts";
import { refusalOf } from "../loading/cure.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { makeInert } from "../loading/inert.ts";
import { inertServer, rememberServer } from "./inert-net.ts";
import { real } from "../real.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { lookupName } from "./dns.ts";
import { familyNumber, familyOf, type FetchHandler, networkPart } from "./network.ts";
import { systemError } from "./system-error.ts";

/** Where a server is to listen in a run. */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly fetchHandler?: FetchHandler | undefined;
}

/** Puts the simulated `listen` below every server. */
export function installListen(): void {
  const { listen } = net.Server.prototype;
  const standIn = function standInListen(this: InnerServer, ...args: unknown[]): Server {
    const made = activeWorld === undefined ? madeOutside() : undefined;
    const world = activeWorld ?? made?.world;
    const asked = world === undefined ? undefined : listenArguments(args);
    if (made !== undefined && hasDescriptor(args[0])) throw refusalOf("server.listen", made.maker);
    // What is wrong, or not ours to simulate, goes to Node, which knows what to throw.
    if (world === undefined || asked === undefined || this._handle) {
      return Reflect.apply(listen, this, args as Parameters<typeof listen>);
    }
    if (made !== undefined) rememberServer(makeInert(this, inertServer, made.maker), made.maker);
    // Only here: what `world.serve` mounts is the test's, and nobody can close it.
    world.handles?.opened(this, "server");
    if (asked.callback !== undefined) this.once("listening", asked.callback as () => void);
    asked.signal?.addEventListener("abort", () => this.close(), { once: true });
    const { host, port } = asked;
    const isTls = this instanceof tls.Server;
    if (host === undefined || asked.isPath || familyNumber(host) !== 0) {
      listenAt(world, this, { address: host ?? "::", port, isTls });
      return this;
    }
    lookupName(world, { hostname: host }, (error, [found]) => {
      if (error !== null) this.emit("error", error);
      else listenAt(world, this, { address: found?.address ?? host, port, isTls });
    });
    return this;
  };
  replaceFunction(net.Server.prototype, "listen", standIn);
}

/** Lets a server be reached at a place; says so, or that the place is taken, in the next tick. */
export function listenAt(world: SimWorld, server: Server, place: ListenAddress): void {
  const network = world.part(networkPart);
  const inner = server as InnerServer;
  const isPath = isPipe(place.address);
  const port = isPath || place.port !== 0 ? place.port : network.freePort();
  if (!network.open({ ...place, port, server })) {
    world.handles?.closed(server);
    const taken = isPath ? { address: place.address } : { address: place.address, port };
    process.nextTick(() => server.emit("error", systemError("EADDRINUSE", "listen", taken)));
    return;
  }
  if (isPath) inner._pipeName = place.address;
  inner._handle = handleOf(server, world, { ...place, port });
  process.nextTick(() => {
    // The server may have been closed in the meantime.
    if (!inner._handle) return;
    server.emit("listening");
    stopRealInterval(server);
  });
}

// --- inside ---

/** What a server has inside; the names are Node's. */
interface InnerServer extends Server {
  _handle: unknown;
  _pipeName?: string;
}

interface ListenAsked {
  readonly host: string | undefined;
  readonly port: number;
  readonly isPath: boolean;
  readonly callback: unknown;
  readonly signal: AbortSignal | undefined;
}

function listenArguments(args: readonly unknown[]): ListenAsked | undefined {
  const last = args.at(-1);
  const callback = typeof last === "function" ? last : undefined;
  const asked = { callback, signal: undefined, isPath: false, host: undefined };
  const [first, second] = args;
  if (typeof first === "object" && first !== null) return fromOptions(first, callback);
  if (first === undefined || first === null || typeof first === "function") {
    return { ...asked, port: 0 };
  }
  if (typeof first === "string" && !(Number(first) >= 0)) {
    return { ...asked, port: 0, isPath: true, host: first };
  }
  const port = Number(first);
  if (!isPort(port)) return undefined;
  return { ...asked, port, host: typeof second === "string" && second ? second : undefined };
}

/** Whether a server is to listen on what another process has opened. */
function hasDescriptor(given: unknown): boolean {
  return typeof given === "object" && given !== null && ("fd" in given || "_handle" in given);
}

function fromOptions(given: object, callback: unknown): ListenAsked | undefined {
  const options = given as {
    readonly port?: unknown;
    readonly host?: string;
    readonly path?: string;
    readonly signal?: AbortSignal;
  };
  const { host, path, signal } = options;
  if (typeof path === "string" && options.port === undefined) {
    return { host: path, port: 0, isPath: true, callback, signal };
  }
  if (!("port" in options) || hasDescriptor(options)) return undefined;
  const port = Number(options.port ?? 0);
  if (!isPort(port)) return undefined;
  return { host: host || undefined, port, isPath: false, callback, signal };
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port >= 0 && port < 65_536;
}

function isPipe(address: string): boolean {
  return familyNumber(address) === 0;
}

/** The little of a native handle that `close`, `address`, `ref` and `unref` ask for. */
function handleOf(server: Server, world: SimWorld, place: ListenAddress): object {
  const nothing = (): void => {};
  const handle = {
    close: () => world.part(networkPart).closeServer(server),
    ref: nothing,
    unref: () => world.handles?.closed(server),
    hasRef: () => true,
  };
  if (isPipe(place.address)) return handle;
  const { address, port } = place;
  const getsockname = (out: object): number => {
    Object.assign(out, { address, family: familyOf(address), port });
    return 0;
  };
  return { ...handle, getsockname };
}

/**
 * A listening http server looks after its connections with a real interval, which would hold it
 * for ever: a run has an end and closes nothing.
 */
function stopRealInterval(server: Server): void {
  for (const key of Object.getOwnPropertySymbols(server)) {
    if (key.description !== "http.server.connectionsCheckingInterval") continue;
    real.clearInterval((server as unknown as Record<symbol, NodeJS.Timeout>)[key]);
  }
}
