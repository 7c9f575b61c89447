import type { SimWorld, WorldPart } from "../sim-world.ts";
import { startUmask } from "../machine/machine-facts.ts";

/** Where a run stands on its disk, and which bits it leaves out of what it makes. */
export interface WorkingPlace {
  directory: string;
  umask: number;
}

/** The working directory and the umask of a run: where one run goes, the next does not start. */
export function workingPlace(world: SimWorld): WorkingPlace {
  return world.part(workingKind);
}

/** The directory in which every run starts: that of the project. */
export function startDirectory(): string {
  return realCwd();
}

// --- inside ---

// Before any stand-in, and the directory of the process never changes in a run.
const realCwd = process.cwd.bind(process);

const workingKind: WorldPart<WorkingPlace> = {
  name: "working place",
  make: () => ({ directory: realCwd(), umask: startUmask }),
};
