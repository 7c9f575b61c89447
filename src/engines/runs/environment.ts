import path from "node:path";
import type { HostUse, Tier } from "../../kernel/trace/trace.ts";
import { versionsIn } from "../../world/own-version.ts";
import { tiers, tiersOf } from "../../world/tiers.ts";

/** How something that code asks the outside for is answered in a run. */
export interface Capability {
  readonly backend: string;
  readonly tier: Tier;
  /** Whether the same decisions give the same answers. */
  readonly deterministic: boolean;
}

/** What runs on this machine depend on, besides their decisions. */
export interface Environment {
  readonly capabilities: Readonly<Record<string, Capability>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly timeZone: string;
  /** The config file in use, relative to the project root; null where there is none. */
  readonly config: string | null;
}

/** Says what runs of a project depend on here. */
export function environment(project: {
  readonly root: string;
  readonly file: string | undefined;
  /** What of the machine scenarios use where they do not say otherwise themselves. */
  readonly scenarios: { readonly host: HostUse };
}): Environment {
  const { root, file, scenarios } = project;
  const { v8, icu } = process.versions;
  return {
    capabilities: Object.fromEntries(
      Object.entries(backendsWith(scenarios.host)).map(([name, { backend, tier }]) => [
        name,
        { backend, tier, deterministic: tier === "simulated" },
      ]),
    ),
    versions: { ...versionsIn(root), v8, icu: icu ?? "none" },
    platform: `${process.platform} ${process.arch}`,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    config: file === undefined ? null : path.relative(root, file).split(path.sep).join("/"),
  };
}

// --- inside ---

function backendsWith(
  host: HostUse,
): Readonly<Record<string, { readonly backend: string; readonly tier: Tier }>> {
  const asked = tiersOf({ host });
  const of = (seam: string, backend: string, known = asked): { backend: string; tier: Tier } => {
    const tier = known[seam] ?? "uncontrolled";
    return { backend: tier === "recorded" ? "host" : backend, tier };
  };
  return {
    time: of("clock", "virtual clock"),
    rng: of("entropy", "seeded"),
    fs: of("files", "virtual"),
    http: of("network", "scripted"),
    // Only requests go to the host; sockets of their own do not.
    net: of("network", "virtual", tiers),
    proc: of("processes", "scripted"),
    // The heap is the real one; a run that takes too much of it ends as a finding.
    memory: { backend: "host", tier: "uncontrolled" },
    modules: { backend: "fresh for each run", tier: "simulated" },
  };
}
