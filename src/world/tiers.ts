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
  webassembly: "uncontrolled",
};

/** The tiers where files, network and processes are the real ones. */
export const hostTiers: typeof tiers = {
  ...tiers,
  files: "uncontrolled",
  network: "uncontrolled",
  processes: "uncontrolled",
};

/** The tiers of a run that left these classes of seams. */
export function tiersAfter(
  known: Readonly<Record<string, Tier>>,
  left: readonly { readonly seam: string }[],
): Readonly<Record<string, Tier>> {
  return { ...known, ...Object.fromEntries(left.map(({ seam }) => [seam, "uncontrolled"])) };
}
