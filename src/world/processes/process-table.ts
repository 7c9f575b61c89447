import { constants } from "node:os";
import { activeWorld } from "../active-world.ts";
import { refuseOutside } from "../loading/cure.ts";
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

/** Lets `process.kill` reach the processes of the run, and no other but this one. */
export function installKill(): void {
  const { kill } = process;
  replaceFunction(process, "kill", (pid: number, signal?: string | number) => {
    const world = activeWorld;
    if (world === undefined && signal !== 0 && pid !== process.pid) refuseOutside("process.kill");
    if (world === undefined || typeof pid !== "number" || pid === process.pid) {
      return kill(pid, signal);
    }
    const number = signalNumber(signal);
    if (number === undefined) return kill(pid, signal);
    // A negative number is a whole group; a scripted process is alone in its own.
    const errno = processesOf(world).find(Math.abs(pid))?.kill(number) ?? noSuchProcess;
    if (errno !== 0) {
      throw Object.assign(new Error("kill ESRCH"), { errno, code: "ESRCH", syscall: "kill" });
    }
    return true;
  });
}

// --- inside ---

/** Above the largest number that Linux gives to a process. */
const firstPid = 5_000_000;
const noSuchProcess = -constants.errno.ESRCH;
const tables: WorldPart<ProcessTable> = { name: "processes", make: () => new ProcessTable() };

function signalNumber(signal: string | number = "SIGTERM"): number | undefined {
  if (typeof signal === "number") return signal;
  const known: Readonly<Record<string, number>> = constants.signals;
  return known[signal];
}
