import type { Tier } from "../kernel/trace.ts";

/** How far each class of seams is under control in this version; it stands in every trace. */
export const tiers: Readonly<Record<string, Tier>> = {
  clock: "simulated",
  timers: "simulated",
  entropy: "simulated",
  files: "simulated",
  network: "simulated",
  processes: "simulated",
  workers: "recorded",
  threads: "uncontrolled",
};
