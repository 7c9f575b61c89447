import type { EventEmitter } from "node:events";
import http from "node:http";
import https from "node:https";
import { activeWorld } from "../../world/active-world.ts";

type Listener = (...args: unknown[]) => void;

/** Its own types know only the events of Node; user code may use any name. */
const emitter: EventEmitter = process;

interface Registration {
  readonly on: EventEmitter;
  readonly name: string | symbol;
  readonly listener: Listener;
}

/** What a run put on `process` and the like; it must not be heard by the next run. */
const added: Registration[] = [];
/** What a run took away from there. */
const removed: Registration[] = [];
/** By what we hear of both. */
const watching: Registration[] = [];
let ownListeners: ReadonlySet<unknown> = new Set();

/**
 * Puts listeners on `process` that user code cannot take away, and watches what runs add there. A
 * service may well remove all handlers of uncaught errors and put its own: ours must still hear.
 */
export function guardProcess(own: Readonly<Record<string, (thrown: unknown) => void>>): void {
  ownListeners = new Set(Object.values(own));
  for (const shared of [emitter, ...sharedEmitters()]) watchListeners(shared);
  watch(emitter, "removeListener", (name, listener) => {
    if (ownListeners.has(listener)) emitter.prependListener(name, listener);
  });
  for (const [name, listener] of Object.entries(own)) emitter.on(name, listener);
}

/** Takes away what the run that just ended put on `process`, and puts back what it took away. */
export function clearProcess(): void {
  if (added.length === 0 && removed.length === 0) return;
  for (const { on, name, listener } of added.splice(0)) on.removeListener(name, listener);
  for (const { on, name, listener } of removed.splice(0)) on.on(name, listener);
  // Of those that hear of removals, the last one to be removed hears nothing.
  for (const { on, name, listener } of watching) {
    if (!on.listeners(name).includes(listener)) on.on(name, listener);
  }
}

// --- inside ---

/** What all code of the process shares besides `process` itself. */
function sharedEmitters(): readonly EventEmitter[] {
  const agents = [http.globalAgent, https.globalAgent] as unknown as readonly EventEmitter[];
  return [process.stdout, process.stderr, ...agents];
}

function watchListeners(on: EventEmitter): void {
  watch(on, "newListener", (name, listener) => {
    if (activeWorld === undefined || isOurs(listener)) return;
    added.push({ on, name, listener });
  });
  watch(on, "removeListener", (name, listener) => {
    if (activeWorld === undefined || ownListeners.has(listener)) return;
    const at = added.findIndex((one) => isSame(one, { on, name, listener }));
    if (at >= 0) added.splice(at, 1);
    else removed.push({ on, name, listener });
  });
}

function watch(
  on: EventEmitter,
  name: string,
  hear: (name: string | symbol, listener: Listener) => void,
): void {
  const listener = hear as Listener;
  watching.push({ on, name, listener });
  on.on(name, listener);
}

function isOurs(listener: Listener): boolean {
  return ownListeners.has(listener) || watching.some((one) => one.listener === listener);
}

function isSame(one: Registration, other: Registration): boolean {
  return one.on === other.on && one.name === other.name && one.listener === other.listener;
}
