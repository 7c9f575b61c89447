import { EventEmitter } from "node:events";
import fs from "node:fs";
import { activeWorld } from "../active-world.ts";
import { imitate, type AnyFunction } from "../stand-in.ts";
import { opensToWrite } from "./guarded-files.ts";
import { madeOutside } from "./idle-world.ts";
import {
  type InertKind,
  makeInert,
  readingEvents,
  readingMethods,
  writingMethods,
} from "./inert.ts";
import type { Maker } from "./maker.ts";

/**
 * Looks after the streams of `node:fs` that are made outside of runs: one that writes never opens
 * its file, one that reads does, and to use either in a run is an escape.
 */
export function installInertStreams(): void {
  // One variable in Node stands behind these names and behind `createReadStream` and its kin.
  for (const name of ["ReadStream", "WriteStream"] as const) {
    const original = fs[name] as unknown as AnyFunction;
    Reflect.set(fs, name, watchedStream(name, original));
  }
}

/** A watcher that was made outside of runs: it watches nothing. */
export function watchOutside(): object | undefined {
  const made = madeOutside();
  if (made === undefined) return undefined;
  const watcher = Object.assign(new EventEmitter(), {
    close() {},
    ref: () => watcher,
    unref: () => watcher,
  });
  return makeInert<EventEmitter>(watcher, inertWatcher, made.maker);
}

/** The same for `promises.watch`: an iterator without an end. */
export function watchOutsideForever(): object | undefined {
  if (madeOutside("fs.promises.watch") === undefined) return undefined;
  const next = (): Promise<never> => new Promise(() => {});
  const iterator = { next, return: () => Promise.resolve({ done: true, value: undefined }) };
  return { ...iterator, [Symbol.asyncIterator]: () => iterator };
}

/** Marks a handle that was opened outside of runs, to read. */
export function inertHandle<T extends object>(handle: T, maker: Maker): T {
  return makeInert(handle, { ...fileHandle, methods: methodsOf(handle) }, maker);
}

// --- inside ---

const inertWatcher: InertKind = {
  name: "watcher",
  noun: "a watcher",
  seam: "files",
  methods: [],
  events: new Set(["change", "rename"]),
};

const fileHandle: Omit<InertKind, "methods"> = {
  name: "handle",
  noun: "a file handle",
  seam: "files",
};

const streamKinds: Readonly<Record<"ReadStream" | "WriteStream", InertKind>> = {
  ReadStream: {
    name: "stream",
    noun: "a stream",
    seam: "files",
    methods: readingMethods,
    events: new Set([...readingEvents, "open", "ready"]),
  },
  WriteStream: {
    name: "stream",
    noun: "a stream",
    seam: "files",
    methods: writingMethods,
    events: new Set(["open", "ready", "finish", "drain"]),
  },
};

/** They are functions that may be called without `new`, and packages inherit from them so. */
function watchedStream(name: "ReadStream" | "WriteStream", original: AnyFunction): AnyFunction {
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target === standIn ? original : new.target;
    const made = activeWorld === undefined ? madeOutside() : undefined;
    const stream: unknown =
      target === undefined
        ? Reflect.apply(original, this, args as never[])
        : Reflect.construct(original, args, target as NewableFunction);
    const handle = (stream ?? this) as object;
    if (made !== undefined && !isPrinting(args[1])) {
      // Opened in the next tick; what is never constructed keeps what is written to it.
      if (name === "WriteStream" || opensToWrite(flagsOf(args[1]))) hold(handle);
      makeInert(handle, streamKinds[name], made.maker);
    }
    return stream;
  }
  return imitate(standIn, original);
}

function hold(stream: object): void {
  Object.defineProperty(stream, "_construct", { value() {}, writable: true, configurable: true });
  Object.defineProperty(stream, "open", { value() {}, writable: true, configurable: true });
}

function flagsOf(options: unknown): unknown {
  return typeof options === "object" && options !== null
    ? Reflect.get(options, "flags")
    : undefined;
}

/** A stream over the standard output only prints. */
function isPrinting(options: unknown): boolean {
  const fd: unknown = Reflect.get(Object(options), "fd");
  return fd === 1 || fd === 2;
}

function methodsOf(handle: object): readonly string[] {
  const prototype: object = Object.getPrototypeOf(handle) as object;
  return [...Object.getOwnPropertyNames(prototype), "close"].filter(
    (name) => name !== "constructor" && name !== "fd" && name !== "getAsyncId",
  );
}
