import { constants } from "node:os";
import { activeWorld } from "../active-world.ts";
import { refuseOutside } from "../loading/cure.ts";
import { runPid } from "../machine/machine-facts.ts";
import { real } from "../real.ts";
import type { SimWorld, WorldPart } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import type { SimProcess } from "./sim-process.ts";

/** The processes of a run by number. */
export class ProcessTable {
  readonly #known = new Map<number, SimProcess>();
  #lastPid = firstPid;

  /** A number that no real process has, so that none is ever hit by mistake. */
  nextPid(): number {
    this.#lastPid += 1;
    return this.#lastPid;
  }

  add(simulated: SimProcess): void {
    this.#known.set(simulated.pid, simulated);
  }

  find(pid: number): SimProcess | undefined {
    return this.#known.get(pid);
  }
}

/** The processes of a run. */
export function processesOf(world: SimWorld): ProcessTable {
  return world.part(tables);
}

/**
 * Lets `process.kill` reach the processes of the run, and no other but this one. It stands below
 * the function of Node, which checks and converts what it is given in many ways: whatever comes out
 * of that is what would be signalled.
 */
export function installKill(): void {
  const inner = process as unknown as { _kill(pid: number, signal: number): number };
  const { _kill: kill } = inner;
  replaceFunction(inner, "_kill", (givenPid: number, givenSignal: number): number => {
    const world = activeWorld;
    // Once, because an object may say another number each time that it is asked.
    const pid = givenPid | 0;
    const signal = givenSignal | 0;
    if (pid === real.pid || pid === runPid) return Reflect.apply(kill, inner, [real.pid, signal]);
    if (world === undefined && signal !== 0) refuseOutside("process.kill");
    if (world === undefined) return Reflect.apply(kill, inner, [pid, signal]);
    // A negative number is a whole group; a scripted process is alone in its own.
    return processesOf(world).find(Math.abs(pid))?.kill(signal) ?? noSuchProcess;
  });
}

// --- inside ---

/** Above the largest number that Linux gives to a process. */
const firstPid = 5_000_000;
const noSuchProcess = -constants.errno.ESRCH;
const tables: WorldPart<ProcessTable> = { name: "processes", make: () => new ProcessTable() };
