import { Dir } from "node:fs";
import { activeWorld } from "../active-world.ts";
import { askerStack } from "../caller-stack.ts";
import { madeOutside } from "./idle-world.ts";
import { type InertKind, makeInert, meet } from "./inert.ts";
import type { Maker } from "./maker.ts";

/**
 * Opens a real file or folder; outside of a run it is remembered who did, until it is closed.
 * Handles of files come as promises elsewhere.
 */
export function openedOutside(
  form: "sync" | "callback" | "promise",
  args: readonly unknown[],
  open: (args: unknown[]) => unknown,
): unknown {
  const made = activeWorld === undefined ? madeOutside() : undefined;
  const callback = args.at(-1);
  if (made === undefined) return open([...args]);
  if (form === "promise") {
    return (open([...args]) as Promise<unknown>).then((opened) => remember(opened, made.maker));
  }
  if (form === "sync") return remember(open([...args]), made.maker);
  if (typeof callback !== "function") return open([...args]);
  const tell = (error: unknown, fd: unknown): void => {
    Reflect.apply(callback, undefined, [error, remember(fd, made.maker)]);
  };
  return open([...args.slice(0, -1), tell]);
}

/** Says that a descriptor is closed. */
export function closedOutside(fd: unknown): void {
  makers.delete(fd);
}

/** Whether it is known who opened a descriptor, outside of runs. */
export function isOpenedOutside(fd: unknown): boolean {
  return makers.has(fd);
}

/** Where a run uses a real descriptor that was opened outside of runs: says so. */
export function meetDescriptor(call: string, fd: unknown): void {
  const maker = makers.get(fd);
  if (maker === undefined) return;
  const kind = { noun: "a file", seam: "files" };
  meet(kind, call, { maker, stack: askerStack(meetDescriptor) });
}

// --- inside ---

const makers = new Map<unknown, Maker>();

const folder: InertKind = {
  name: "folder",
  noun: "a folder",
  seam: "files",
  methods: ["read", "readSync", "entries", Symbol.asyncIterator],
};

function remember(opened: unknown, maker: Maker): unknown {
  if (typeof opened === "number") makers.set(opened, maker);
  else if (opened instanceof Dir) makeInert(opened, folder, maker);
  return opened;
}
