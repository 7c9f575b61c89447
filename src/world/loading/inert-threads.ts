import dgram from "node:dgram";
import { EventEmitter } from "node:events";
import threads from "node:worker_threads";
import { activeWorld } from "../active-world.ts";
import { type AnyFunction, imitate, replaceFunction, replaceValue } from "../stand-in.ts";
import { refuseOutside } from "./cure.ts";
import { madeOutside } from "./idle-world.ts";
import { type InertKind, makeInert } from "./inert.ts";

/**
 * Looks after threads and datagram sockets that are made outside of runs. Inside, both are escapes
 * by themselves. To be called before the guards of those are put in place, which then stand around.
 */
export function installInertThreads(): void {
  const { Worker } = threads;
  replaceValue(threads, "Worker", standingFor(Worker, inertThread, inertWorker));
  const { createSocket, Socket } = dgram;
  const held = standingFor(Socket, inertDatagrams, (args, target) => {
    const socket: object = Reflect.construct(Socket, args as [string], target);
    return silenced(socket, sendingMethods);
  });
  replaceValue(dgram, "Socket", held);
  replaceFunction(dgram, "createSocket", (...args: never[]): unknown => {
    const made = activeWorld === undefined ? madeOutside() : undefined;
    const socket = Reflect.apply(createSocket, dgram, args) as object;
    if (made === undefined) return socket;
    return makeInert(silenced(socket, sendingMethods), inertDatagrams, made.maker);
  });
  const { wait } = Atomics;
  replaceFunction(Atomics, "wait", (...args: Parameters<typeof wait>) => {
    // There is no thread that could wake it: it would wait for ever, and so would we.
    if (activeWorld === undefined && isEndless(args[3])) refuseOutside("Atomics.wait");
    return Reflect.apply(wait, Atomics, args);
  });
}

// --- inside ---

const inertThread: InertKind = {
  name: "thread",
  noun: "a thread",
  seam: "threads",
  methods: ["postMessage", "getHeapSnapshot"],
  events: new Set(["message", "messageerror", "online", "exit"]),
};

const sendingMethods = ["bind", "connect", "send", "sendto", "addMembership", "dropMembership"];

const inertDatagrams: InertKind = {
  name: "socket",
  noun: "a socket",
  seam: "network",
  methods: sendingMethods,
  events: new Set(["message", "listening", "connect"]),
};

type Make = (args: readonly unknown[], target: NewableFunction) => object;

/** A class whose instances are made by `make` outside of runs, and by itself inside. */
function standingFor(original: NewableFunction, kind: InertKind, make: Make): AnyFunction {
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    if (target === undefined) return Reflect.apply(original, this, args);
    const made = target === standIn ? original : (target as NewableFunction);
    const outside = activeWorld === undefined ? madeOutside() : undefined;
    if (outside === undefined) return Reflect.construct(original, args, made);
    return makeInert(make(args, made), kind, outside.maker);
  }
  const imitation = imitate(standIn, original);
  // Every instance leads to its class.
  replaceValue(Object(Reflect.get(original, "prototype")) as object, "constructor", imitation);
  return imitation;
}

/** What callers expect of a thread, without one: no file is loaded, no message arrives. */
function inertWorker(_args: readonly unknown[], target: NewableFunction): object {
  const worker: object = Reflect.construct(EventEmitter, [], target);
  const values = { threadId: -1, stdin: null, stdout: null, stderr: null, resourceLimits: {} };
  for (const [key, value] of Object.entries(values)) {
    Object.defineProperty(worker, key, { value, writable: true, configurable: true });
  }
  const ended = (): Promise<number> => Promise.resolve(0);
  const end = { value: ended, writable: true, configurable: true };
  Object.defineProperty(worker, "terminate", end);
  if (Symbol.asyncDispose) Object.defineProperty(worker, Symbol.asyncDispose, end);
  return silenced(worker, ["postMessage", "ref", "unref", "getHeapSnapshot"]);
}

/** Lets methods do nothing. */
function silenced(handle: object, methods: readonly string[]): object {
  for (const name of methods) {
    const value = function nothing(this: unknown): unknown {
      return this;
    };
    Object.defineProperty(handle, name, { value, writable: true, configurable: true });
  }
  return handle;
}

function isEndless(timeoutMs: unknown): boolean {
  return timeoutMs === undefined || Number.isNaN(timeoutMs) || timeoutMs === Infinity;
}
