import fs from "node:fs";
import { activateWorld, activeWorld } from "./active-world.ts";

/** The functions of `node:fs` before any stand-in, for our own use and for passing through. */
export const realFs: typeof fs = { ...fs };

/** The functions of `node:fs/promises` as they were before any stand-in. */
export const realPromises: typeof fs.promises = { ...fs.promises };

/** The streams of `node:fs`; they call back into whatever stands in the module now. */
export const realStreams: Pick<typeof fs, "ReadStream" | "WriteStream"> = {
  ReadStream: fs.ReadStream,
  WriteStream: fs.WriteStream,
};

/**
 * Calls something real from within a run. Some real functions are made of others that they look up
 * in the module, `readFileSync` of `openSync` and `readSync`, and would find the stand-ins there.
 */
export function outsideRun<R>(call: () => R): R {
  const world = activeWorld;
  activateWorld(undefined);
  try {
    return call();
  } finally {
    activateWorld(world);
  }
}
