import http2 from "node:http2";
import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { type InertKind, makeInert } from "../loading/inert.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";

/**
 * Lets Node's own HTTP/2 take part in a run. Its sockets are simulated, so what it reads comes when
 * that is decided; what it writes, it writes in a later turn of the process. That turn is real and
 * depends on nothing else, so a run that uses HTTP/2 is turned over such turns.
 */
export function installHttp2(): void {
  for (const name of makers) {
    const original: unknown = Reflect.get(http2, name);
    if (typeof original !== "function") continue; // `performServerHandshake` is younger
    replaceFunction(http2, name, function standIn(this: unknown, ...args: never[]): unknown {
      if (activeWorld !== undefined) activeWorld.takesRealTurns = true;
      const made = name === "connect" ? madeOutside() : undefined;
      const session = Reflect.apply(original as AnyFunction, this, args) as object;
      return made === undefined ? session : makeInert(session, inertSession, made.maker);
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
