import { EventEmitter } from "node:events";
import http2 from "node:http2";
import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { type InertKind, makeInert } from "../loading/inert.ts";
import { type AnyFunction, imitate, replaceFunction } from "../stand-in.ts";
import { keepSessionTime, keepStreamTime } from "./http2-time.ts";

/**
 * Lets Node's own HTTP/2 take part in a run. Its sockets are simulated, so what it reads comes when
 * that is decided; what it writes, it writes in a later turn of the process. That turn is real and
 * depends on nothing else, so a run that uses HTTP/2 is turned over such turns. Its clock is that
 * of the run.
 */
export function installHttp2(): void {
  for (const name of makers) {
    const original: unknown = Reflect.get(http2, name);
    if (typeof original !== "function") continue; // `performServerHandshake` is younger
    replaceFunction(http2, name, function standIn(this: unknown, ...args: never[]): unknown {
      if (activeWorld !== undefined) activeWorld.takesRealTurns = true;
      const outside = name === "connect" ? madeOutside() : undefined;
      const made = Reflect.apply(original as AnyFunction, this, args) as object;
      if (outside !== undefined) return makeInert(made, inertSession, outside.maker);
      if (made instanceof EventEmitter) hear(made);
      return made;
    });
  }
}

// --- inside ---

const makers = ["connect", "createServer", "createSecureServer", "performServerHandshake"];

/** A session that was opened outside of runs: its connection never comes about. */
const inertSession: InertKind = {
  name: "session",
  noun: "an HTTP/2 session",
  seam: "network",
  methods: ["request", "ping", "settings", "goaway"],
  events: new Set(["connect", "stream", "remoteSettings", "localSettings", "ping"]),
};

const heard = new WeakSet<object>();

/**
 * Sessions and streams are of classes that Node does not show, so they are met where they are first
 * told of: a server tells of its sessions, and a session of its streams, before the program hears
 * of either.
 */
function hear(teller: EventEmitter): void {
  if (isSession(teller)) keepSessionTime(teller);
  const prototype = Object.getPrototypeOf(teller) as EventEmitter;
  if (heard.has(prototype)) return;
  heard.add(prototype);
  const emit = prototype.emit as AnyFunction;
  const standIn = function emitToldOf(this: unknown, ...args: never[]): unknown {
    const [name, told] = args as unknown[];
    if (name === "session" && told instanceof EventEmitter) hear(told);
    if (name === "stream" && told instanceof EventEmitter) keepStreamTime(told);
    return Reflect.apply(emit, this, args);
  };
  Object.defineProperty(prototype, "emit", {
    value: imitate(standIn, emit),
    writable: true,
    configurable: true,
  });
}

function isSession(teller: EventEmitter): teller is http2.Http2Session {
  return "ping" in teller && "goaway" in teller;
}
