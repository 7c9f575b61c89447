import type { MadeOutside } from "../loading/idle-world.ts";
import { makeInert } from "../loading/inert.ts";
import { inertInput, inertOutput, inertProcess } from "../loading/inert-process.ts";
import { attachStreams, type Child } from "./child-streams.ts";
import type { LaunchOptions } from "./launch.ts";
import { processStreams, stdioList } from "./process-streams.ts";
import { processesOf } from "./process-table.ts";

/**
 * Gives a child that is started outside of any run what callers expect of one: a number, which no
 * real process has, and pipes. There is no process, so it never writes and never ends.
 */
export function spawnOutside(made: MadeOutside, child: Child, options: LaunchOptions): number {
  const { world, maker } = made;
  const pid = processesOf(world).nextPid();
  const stdio = stdioList(options.stdio ?? "pipe");
  const streams = processStreams(stdio);
  child.spawnfile = options.file;
  child.spawnargs = options.args ?? [];
  child.pid = pid;
  child._handle = { pid, kill: () => 0, ref() {}, unref() {}, hasRef: () => false, close() {} };
  if (stdio.includes("ipc")) Object.assign(child, { connected: true, send: () => true });
  attachStreams(child, streams);
  const { stdin, stdout, stderr } = streams;
  if (stdin !== null) makeInert(stdin, inertInput, maker);
  for (const output of [stdout, stderr]) if (output !== null) makeInert(output, inertOutput, maker);
  makeInert(child, inertProcess, maker);
  return 0;
}
