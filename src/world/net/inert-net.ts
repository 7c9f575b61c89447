import type { Server, Socket } from "node:net";
import { activeWorld } from "../active-world.ts";
import { askerStack } from "../caller-stack.ts";
import { networkPart } from "./network.ts";
import { knownIdleWorld } from "../loading/idle-world.ts";
import {
  type InertKind,
  meet,
  readingEvents,
  readingMethods,
  writingMethods,
} from "../loading/inert.ts";
import type { Maker } from "../loading/maker.ts";

/** A socket that was connected outside of runs: its connection never comes about. */
export const inertSocket: InertKind = {
  name: "socket",
  noun: "a socket",
  seam: "network",
  methods: [...writingMethods, ...readingMethods, "connect"],
  events: new Set([...readingEvents, "connect", "ready", "secureConnect"]),
};

/** A server that listens outside of runs: no run can reach it. */
export const inertServer: InertKind = {
  name: "server",
  noun: "a server",
  seam: "network",
  methods: ["address", "listen"],
  events: new Set(["listening", "connection", "secureConnection", "request", "upgrade"]),
};

/** Remembers who made a server, for runs that connect to it. */
export function rememberServer(server: Server, maker: Maker): void {
  makers.set(server, maker);
}

/** Keeps the stack of a connection in a run to a port at which a server outside of it listens. */
export function noteConnect(socket: Socket, port: number): void {
  if (activeWorld === undefined || serverAt("127.0.0.1", port) === undefined) return;
  const stack = askerStack(noteConnect);
  if (stack !== undefined) stacks.set(socket, stack);
}

/** Where a run finds nobody at a port, but a server outside of it listens there: says so. */
export function meetClosedPort(
  socket: Socket,
  { address, port }: { readonly address: string; readonly port: number },
): void {
  const server = serverAt(address, port);
  const maker = server === undefined ? undefined : makers.get(server);
  if (maker === undefined) return;
  meet(inertServer, `connect to port ${port}`, { maker, stack: stacks.get(socket) });
}

// --- inside ---

const makers = new WeakMap<object, Maker>();
const stacks = new WeakMap<object, string>();

function serverAt(address: string, port: number): object | undefined {
  const idle = knownIdleWorld();
  return port === 0 ? undefined : idle?.part(networkPart).find(address, port)?.server;
}
