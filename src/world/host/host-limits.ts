import { hostCallMsMax } from "./host-access.ts";
import type { SimWorld } from "../sim-world.ts";

/** What one call to the host may take. */
export interface HostLimits {
  /** Real time for the whole call. */
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/** The limits of the next call of a run: its time is what is left of the run's. */
export function hostLimits(world: SimWorld): HostLimits {
  const { timeoutMs, bytesMax } = world.host;
  const leftMs = timeoutMs === undefined ? hostCallMsMax : timeoutMs - world.nowUs / 1_000;
  return { timeoutMs: Math.max(1, Math.ceil(leftMs)), bytesMax };
}
