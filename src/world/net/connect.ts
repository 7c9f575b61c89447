import net, { type Socket } from "node:net";
import { activeWorld } from "../active-world.ts";
import { knownIdleWorld, madeOutside } from "../loading/idle-world.ts";
import { makeInert } from "../loading/inert.ts";
import { inertSocket, meetClosedPort, noteConnect } from "./inert-net.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { accept } from "./accept.ts";
import { lookupName } from "./dns.ts";
import { familyNumber, familyOf, type Listener, networkPart } from "./network.ts";
import { setConnecting, simulate } from "./sim-socket.ts";
import { systemError } from "./system-error.ts";
import { throughSeam } from "./through-seam.ts";
import { Wire } from "./wire.ts";

/** What a fault at `world:net.connect` is told; the connection is made when it lets it be. */
export interface ConnectInfo {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** What a connection is asked for with; the names are Node's. */
export interface ConnectOptions {
  readonly port?: number | string | null | undefined;
  readonly host?: string | undefined;
  readonly path?: string | null | undefined;
  readonly family?: number | undefined;
  readonly lookup?: unknown;
}

/** Puts the simulated connection below `net`, `http` and `fetch`. */
export function installConnect(): void {
  const { connect } = net.Socket.prototype;
  const standIn = function standInConnect(this: Socket, ...args: unknown[]): Socket {
    // A TLS socket made outside of a run is connected as a plain one: nothing ever arrives.
    const made = activeWorld === undefined ? madeOutside("a connection") : undefined;
    const world = activeWorld ?? made?.world;
    if (world === undefined) {
      return Reflect.apply(connect, this, args as Parameters<typeof connect>);
    }
    const { options: given, callback } = connectArguments(args);
    const options = readOnce(given);
    if (!isValid(options)) {
      // Node knows what to throw. It gets what was judged, not what may say another thing by now.
      const judged = [options, callback] as unknown as Parameters<typeof connect>;
      return Reflect.apply(connect, this, judged);
    }
    if (callback !== undefined) this.once("connect", callback as () => void);
    connectIn(world, this, { ...options, isTls: false });
    return made === undefined ? this : makeInert(this, inertSocket, made.maker);
  };
  replaceFunction(net.Socket.prototype, "connect", standIn);
}

/** Connects a socket in a run. */
export function connectIn(
  world: SimWorld,
  socket: Socket,
  options: ConnectOptions & { readonly isTls: boolean },
): Socket {
  const wire = new Wire(world, socket, "socket to server");
  world.handles?.opened(socket, "socket");
  wire.isTls = options.isTls;
  wire.isClient = true;
  simulate(socket, wire);
  setConnecting(socket, true);
  const failed = (thrown: unknown): void => void socket.destroy(thrown as Error);
  const host = options.path ?? (options.host || "localhost");
  wire.host = host;
  const port = options.path ? 0 : Number(options.port);
  world.onAct?.({ kind: "connection", host, port });
  if (knownIdleWorld() !== undefined) noteConnect(socket, port);
  const go = (address: string): void => {
    if (socket.destroyed) return;
    const info: ConnectInfo = { host, port, isTls: options.isTls };
    const start = (): void => setOut(wire, { address, port });
    if (!connectSeam.isOn) return start();
    try {
      const result = throughSeam(connectSeam, info, () => {});
      if (result instanceof Promise) result.then(start, failed);
      else start();
    } catch (thrown) {
      failed(thrown);
    }
  };
  if (options.path || familyNumber(host) !== 0) process.nextTick(go, host);
  else resolveHost(wire, { options, host }, go);
  return socket;
}

/** Connects a new socket to a listener that has no place in the network. */
export function connectPrivately(world: SimWorld, listener: Listener): Socket {
  const socket = new net.Socket();
  const wire = new Wire(world, socket, "socket to server");
  wire.isTls = listener.isTls;
  wire.isClient = true;
  wire.isPrivate = true;
  simulate(socket, wire);
  setConnecting(socket, true);
  const arrive = (): void => {
    if (!socket.destroyed) wire.run(() => open(wire, listener, listener.address));
  };
  world.complete("net connect", arrive, wire.channel);
  return socket;
}

/** The ways to call `connect`, as Node takes them. */
export function connectArguments(args: readonly unknown[]): {
  readonly options: ConnectOptions;
  readonly callback: unknown;
} {
  // An array has been through this already, in `net.connect`.
  if (Array.isArray(args[0])) {
    const [options, callback] = args[0] as [ConnectOptions, unknown];
    return { options, callback: callback ?? undefined };
  }
  const [first, second] = args;
  const last = args.at(-1);
  const callback = typeof last === "function" ? last : undefined;
  if (typeof first === "object" && first !== null) return { options: first, callback };
  if (typeof first === "string" && !(Number(first) >= 0)) {
    return { options: { path: first }, callback };
  }
  const options: { port: number; host?: string } = { port: first as number };
  if (typeof second === "string") options.host = second;
  return { options, callback };
}

// --- inside ---

const connectSeam = seamOf("world:net.connect");

interface Target {
  readonly address: string;
  readonly port: number;
}

/**
 * Reads what decides where a socket goes, once: a getter or an object that becomes a text may say
 * another thing each time. An empty path is none, and without a port Node goes to port 0 then.
 */
function readOnce(given: ConnectOptions): ConnectOptions {
  const { port, path, host: said } = given;
  // One that is neither a text nor like an address is refused by Node, whatever it would say.
  const text = typeof said === "object" && said !== null ? String(said) : said;
  const host = text === said || familyNumber(String(text)) !== 0 ? text : (noHost as never);
  const isNoPath = path === "";
  return { ...given, host, port: isNoPath ? (port ?? 0) : port, path: isNoPath ? undefined : path };
}

const noHost = Object.freeze({});

/** What is not valid goes to Node, which throws before it asks anybody. */
function isValid({ port, path, host }: ConnectOptions): boolean {
  if (typeof path === "string") return true;
  if (host && typeof host !== "string") return false;
  const isNumber = typeof port === "number" || (typeof port === "string" && port.trim() !== "");
  return isNumber && Number.isInteger(Number(port)) && Number(port) >= 0 && Number(port) < 65_536;
}

function resolveHost(
  wire: Wire,
  { options, host }: { readonly options: ConnectOptions; readonly host: string },
  go: (address: string) => void,
): void {
  const { socket } = wire;
  const found = (error: Error | null, address?: unknown, family?: number): void => {
    const [first] = Array.isArray(address) ? (address as { address: string }[]) : [{ address }];
    socket.emit("lookup", error, first?.address, family, host);
    if (!socket.connecting) return;
    if (error) socket.destroy(error);
    else go(String(first?.address));
  };
  const { lookup, family } = options;
  if (typeof lookup === "function") lookup(host, { family: family ?? 0, hints: 0 }, found);
  else {
    lookupName(wire.world, { hostname: host, family }, (error, addresses) =>
      found(error, addresses[0]?.address, addresses[0]?.family),
    );
  }
}

function setOut(wire: Wire, target: Target): void {
  const arrive = (): void => {
    if (!wire.socket.destroyed) wire.run(() => arriveAt(wire, target));
  };
  wire.world.complete("net connect", arrive, wire.channel);
}

function arriveAt(wire: Wire, { address, port }: Target): void {
  const { socket, world } = wire;
  const network = world.part(networkPart);
  const listener = network.find(address, port);
  if (listener === undefined) {
    meetClosedPort(socket, { address, port });
    const place = port === 0 ? { address } : { address, port };
    socket.destroy(systemError(port === 0 ? "ENOENT" : "ECONNREFUSED", "connect", place));
    return;
  }
  if (wire.isTls && !listener.isTls) {
    socket.destroy(systemError("EPROTO", "write"));
    return;
  }
  open(wire, listener, address);
}

function open(wire: Wire, listener: Listener, address: string): void {
  const { socket, world } = wire;
  wire.remote = { address, port: listener.port, family: familyOf(address) };
  wire.local = world.part(networkPart).clientEnd(address);
  world.complete("net accept", () => accept(listener, wire), wire.channel);
  setConnecting(socket, false);
  socket.emit("connect");
  socket.emit("ready");
  if (wire.isTls) socket.emit("secureConnect");
  if (socket.readable && !socket.isPaused()) socket.read(0);
}
