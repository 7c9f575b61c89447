import path from "node:path";
import type { Tier } from "../../kernel/trace.ts";
import { versionsIn } from "../../search/own-version.ts";
import { tiers } from "../../world/tiers.ts";

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
}): Environment {
  const { root, file } = project;
  const { v8, icu } = process.versions;
  return {
    capabilities: Object.fromEntries(
      Object.entries(backends).map(([name, { backend, tier }]) => [
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

const tierOf = (seam: string): Tier => tiers[seam] ?? "uncontrolled";

const backends: Readonly<Record<string, { readonly backend: string; readonly tier: Tier }>> = {
  time: { backend: "virtual clock", tier: tierOf("clock") },
  rng: { backend: "seeded", tier: tierOf("entropy") },
  fs: { backend: "virtual", tier: tierOf("files") },
  http: { backend: "scripted", tier: tierOf("network") },
  net: { backend: "virtual", tier: tierOf("network") },
  proc: { backend: "scripted", tier: tierOf("processes") },
  // The heap is the real one; a run that takes too much of it ends as a finding.
  memory: { backend: "host", tier: "uncontrolled" },
  modules: { backend: "fresh for each run", tier: "simulated" },
};
