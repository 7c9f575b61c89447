import type { RunSettings, Tier } from "../kernel/trace/trace.ts";

/** How far each class of seams is under control in this version; it stands in every trace. */
export const tiers: Readonly<Record<string, Tier>> = {
  clock: "simulated",
  timers: "simulated",
  entropy: "simulated",
  files: "simulated",
  network: "simulated",
  processes: "simulated",
  workers: "recorded",
  threads: "simulated",
  webassembly: "simulated",
};

/** The tiers of runs with these settings: what of the host they may use is recorded. */
export function tiersOf({
  isHostAllowed,
  host = {},
}: Pick<RunSettings, "isHostAllowed" | "host">): typeof tiers {
  if (isHostAllowed === true) return hostTiers;
  const recorded: [string, Tier][] = [];
  if (host.fs === true) recorded.push(["files", "recorded"]);
  if (host.http === true) recorded.push(["network", "recorded"]);
  if (host.proc === true) recorded.push(["processes", "recorded"]);
  return recorded.length === 0 ? tiers : { ...tiers, ...Object.fromEntries(recorded) };
}

/** The tiers of a run that left these classes of seams. */
export function tiersAfter(
  known: Readonly<Record<string, Tier>>,
  left: readonly { readonly seam: string }[],
): Readonly<Record<string, Tier>> {
  return { ...known, ...Object.fromEntries(left.map(({ seam }) => [seam, "uncontrolled"])) };
}

// --- inside ---

/** The tiers where files, network and processes are the real ones, and nothing of it is kept. */
const hostTiers: typeof tiers = {
  ...tiers,
  files: "uncontrolled",
  network: "uncontrolled",
  processes: "uncontrolled",
};
