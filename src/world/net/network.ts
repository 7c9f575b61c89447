import type { Server as HttpServer } from "node:http";
import type { Server } from "node:net";
import { type AsyncContext, keepContext } from "../async-context.ts";
import { knownIdleWorld } from "../loading/idle-world.ts";
import type { SimWorld, WorldPart } from "../sim-world.ts";

/** Where one end of a connection is. */
export interface NetAddress {
  readonly address: string;
  readonly port: number;
  readonly family: "IPv4" | "IPv6";
}

/** Answers a request as the handler of `fetch` and of most small frameworks does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** A server that can be reached in a run. */
export interface Listener {
  /** An address, or the path of a pipe. */
  readonly address: string;
  /** The port; 0 for a pipe. */
  readonly port: number;
  readonly isTls: boolean;
  readonly server: Server | HttpServer;
  readonly context: AsyncContext;
  /** Whether it can be reached only by whoever holds it, as the answer of a fault is. */
  readonly isPrivate?: boolean;
  /** Set where the server only stands for such a handler, which `fetch` can then ask directly. */
  readonly fetchHandler?: FetchHandler | undefined;
}

/** The network of one run: who listens where, and which names there are. */
export class Network {
  readonly world: SimWorld;
  readonly #listeners = new Map<string, Listener>();
  readonly #hosts = new Map<string, string>();
  /** The sockets that are open. */
  readonly sockets: Set<object> = new Set();
  #portsGiven = 0;
  #clientsCount = 0;
  readonly #firstPort: number;

  constructor(world: SimWorld, firstPort: number = firstServerPort) {
    this.world = world;
    this.#firstPort = firstPort;
  }

  /** Makes a listener known; false if its place is taken. */
  open(listener: Omit<Listener, "context">): boolean {
    const key = keyOf(listener.address, listener.port);
    if (this.#listeners.has(key)) return false;
    this.#listeners.set(key, { ...listener, context: keepContext(this.world, "TCPSERVERWRAP") });
    return true;
  }

  /** Forgets what a server listens to. */
  closeServer(server: Server): void {
    this.world.handles?.closed(server);
    for (const [key, listener] of this.#listeners) {
      if (listener.server === server) this.#listeners.delete(key);
    }
  }

  /** Who listens at an address, be it by listening to all addresses. */
  find(address: string, port: number): Listener | undefined {
    const exact = this.#listeners.get(keyOf(address, port));
    if (exact !== undefined || !isLoopback(address)) return exact;
    return this.#listeners.get(keyOf("::", port)) ?? this.#listeners.get(keyOf("0.0.0.0", port));
  }

  /** A port that nobody has; the same ones in the same order in every run. */
  freePort(): number {
    do this.#portsGiven += 1;
    while (this.find("127.0.0.1", this.#firstPort + this.#portsGiven - 1) !== undefined);
    return this.#firstPort + this.#portsGiven - 1;
  }

  /** The client's end of a new connection. */
  clientEnd(remote: string): NetAddress {
    this.#clientsCount += 1;
    const address = isLoopback(remote) ? remote : "10.0.0.1";
    const port = firstClientPort + ((this.#clientsCount - 1) % clientPortsCount);
    return { address, port, family: familyOf(address) };
  }

  /** The address of a name; made when a handler is mounted under it. */
  addHost(name: string): string {
    if (name === "localhost" || familyNumber(name) !== 0) return loopbackOr(name);
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const ordinal = this.#hosts.size + 1;
    const address = `10.1.${Math.floor(ordinal / 250)}.${(ordinal % 250) + 1}`;
    this.#hosts.set(name, address);
    return address;
  }

  /** The address of a name, if there is one. */
  resolve(name: string): string | undefined {
    const lower = name.toLowerCase();
    if (lower === "localhost" || lower.endsWith(".localhost")) return "127.0.0.1";
    return this.#hosts.get(lower.endsWith(".") ? lower.slice(0, -1) : lower);
  }

  /** The name that an address was given. */
  nameOf(address: string): string | undefined {
    if (isLoopback(address)) return "localhost";
    for (const [name, known] of this.#hosts) if (known === address) return name;
    return undefined;
  }
}

let latest: Network | undefined;

/** The network of a run, made when it is first asked for. */
export const networkPart: WorldPart<Network> = {
  name: "network",
  make: (world) => {
    // What was made outside of runs is there in all of them, and has no port that a run gives out.
    if (world === knownIdleWorld()) return new Network(world, firstIdlePort);
    if (latest !== undefined) freeParsers(latest);
    latest = new Network(world);
    return latest;
  },
};

/** 4, 6, or 0 for what is no address; without `net.isIP`, which user code may have replaced. */
export function familyNumber(address: string): 0 | 4 | 6 {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return 4;
  return /^[0-9a-f.]*:[0-9a-f:.]*(?:%\w+)?$/i.test(address) ? 6 : 0;
}

/** The family of an address as Node spells it. */
export function familyOf(address: string): "IPv4" | "IPv6" {
  return familyNumber(address) === 6 ? "IPv6" : "IPv4";
}

// --- inside ---

const firstServerPort = 30_000;
const firstIdlePort = 20_000;
const firstClientPort = 49_152;
const clientPortsCount = 16_384;

/**
 * A parser of HTTP is native and lives until its connection ends; a run that is over ends nothing.
 * Its sockets are not destroyed, because their events would come in the next run.
 */
function freeParsers(network: Network): void {
  for (const socket of network.sockets) {
    const { parser } = socket as { readonly parser?: NativeParser | null };
    if (parser === null || parser === undefined) continue;
    Object.assign(socket, { parser: null });
    parser.remove?.();
    parser.close?.();
  }
  network.sockets.clear();
}

interface NativeParser {
  remove?(): void;
  close?(): void;
}

function keyOf(address: string, port: number): string {
  return `${address} ${port}`;
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1" || address === "0.0.0.0";
}

function loopbackOr(name: string): string {
  return name === "localhost" ? "127.0.0.1" : name;
}
