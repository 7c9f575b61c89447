import { parseSeed, type Seed } from "../kernel/decisions/seed.ts";
import type { HostUse, MemorySettings, RunSettings } from "../kernel/trace/trace.ts";
import type { CampaignSettings } from "../campaign/settings.ts";
import type { Config } from "../config/index.ts";
import type { Scenario } from "../subject/scenarios/index.ts";
import { durationMs } from "../subject/scenarios/shapes/values.ts";
import type { BackendFlags } from "./flags.ts";

/** Why a scenario of several nodes is only listed. */
export const whyNoNodes = "a `distributed` scenario cannot be executed in this version";

/** What a scenario is run with: a flag wins over the file, the file over the configuration. */
export function scenarioSettings(
  settings: CampaignSettings,
  scenario: Pick<Scenario, "backends" | "timeout" | "seed">,
  given: {
    readonly config: Config;
    readonly flags?: (BackendFlags & { readonly seed?: Seed }) | undefined;
  },
): CampaignSettings {
  const { config, flags = {} } = given;
  const host = hostUse(config.scenarios.host, scenario, flags);
  const isHost = Object.values(host).some(Boolean);
  const ownMs = scenario.timeout === undefined ? undefined : durationMs(scenario.timeout);
  const asked = flags.timeout ?? ownMs ?? config.scenarios.timeoutMs;
  // What is real must end some time, also where nobody said when.
  const timeoutMs = asked ?? (isHost ? hostTimeoutMs : undefined);
  const memory = { ...config.scenarios.memory, ...memoryOf(flags) };
  const { hostBytesMax } = config.scenarios;
  const run: RunSettings = {
    ...settings.run,
    ...(isHost ? { host, hostBytesMax } : {}),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Math.max(1, timeoutMs) }),
    ...(Object.keys(memory).length === 0 ? {} : { memory }),
  };
  // `"42"` and `42` are one seed on the command line, so they are one seed in a file too.
  const own = typeof scenario.seed === "string" ? parseSeed(scenario.seed) : scenario.seed;
  const seed = flags.seed ?? own ?? settings.seed;
  if (!isHost || timeoutMs === undefined) return { ...settings, seed, run };
  // A run that waits for the machine gives no other sign of life.
  const runTimeoutMs = Math.max(settings.limits.runTimeoutMs, timeoutMs + graceMs);
  return { ...settings, seed, run, limits: { ...settings.limits, runTimeoutMs } };
}

// --- inside ---

const hostTimeoutMs = 30_000;
const graceMs = 10_000;

function hostUse(
  config: HostUse,
  { backends = {} }: Pick<Scenario, "backends">,
  flags: BackendFlags,
): HostUse {
  const proc = flags.procBackend ?? backends.proc;
  const fs = flags.fsBackend ?? backends.fs;
  const http = flags.httpBackend ?? backends.http;
  const host = {
    proc: proc === undefined ? config.proc : proc === "host",
    fs: fs === undefined ? config.fs : fs === "host",
    http: http === undefined ? config.http : http === "host",
  };
  return Object.fromEntries(Object.entries(host).filter(([, isOn]) => isOn === true));
}

function memoryOf(flags: BackendFlags): MemorySettings {
  return {
    ...(flags.memLimitMb === undefined ? {} : { limitMb: flags.memLimitMb }),
    ...(flags.memFailAfter === undefined ? {} : { failAfter: flags.memFailAfter }),
    ...(flags.memFragmentationSeed === undefined
      ? {}
      : { fragmentationSeed: flags.memFragmentationSeed }),
    ...(flags.memPressureWave === undefined ? {} : { pressureWave: flags.memPressureWave }),
    ...(flags.failOnLeak === true ? { failOnLeak: true } : {}),
    ...(flags.leakBudget === undefined ? {} : { leakBudget: flags.leakBudget }),
  };
}
