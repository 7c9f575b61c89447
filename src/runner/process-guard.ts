import type { EventEmitter } from "node:events";
import { activeWorld } from "../world/active-world.ts";

type Listener = (...args: unknown[]) => void;

/** Its own types know only the events of Node; user code may use any name. */
const emitter: EventEmitter = process;

/** What a run put on `process`; it must not be heard by the next run. */
const added: { readonly name: string | symbol; readonly listener: Listener }[] = [];

/**
 * Puts listeners on `process` that user code cannot take away, and watches what runs add there. A
 * service may well remove all handlers of uncaught errors and put its own: ours must still hear.
 */
export function guardProcess(own: Readonly<Record<string, (thrown: unknown) => void>>): void {
  emitter.on("newListener", (name: string | symbol, listener: Listener) => {
    if (activeWorld !== undefined) added.push({ name, listener });
  });
  emitter.on("removeListener", (name: string | symbol, listener: Listener) => {
    const mine = typeof name === "string" ? own[name] : undefined;
    if (mine !== undefined && mine === listener) emitter.prependListener(name, listener);
  });
  for (const [name, listener] of Object.entries(own)) emitter.on(name, listener);
}

/** Takes away what the run that just ended put on `process`. */
export function clearProcess(): void {
  if (added.length === 0) return;
  for (const { name, listener } of added.splice(0)) emitter.removeListener(name, listener);
}
