import { existsSync } from "node:fs";
import path from "node:path";
import type { Result } from "../../kernel/result.ts";
import { amountText } from "../../report/index.ts";
import { type Job, jobsOf, settingsOf } from "../settings.ts";
import { foundScenarios } from "../scenario-jobs.ts";
import type { GateScope } from "./scenario-stages.ts";
import type { Stage, StageEnd } from "./stages.ts";
import { together } from "./together.ts";

/** What `full` does besides a gate, and what it leaves to verbs of their own. */
export function searchStages(
  gate: GateScope,
  budget: { readonly exploreSeconds: number },
): readonly Stage[] {
  const { agent } = gate.place.config;
  const left = agent === undefined ? leftToOthers : [...leftToOthers, agentLeft];
  return [
    { name: "explore-scenarios", isNeeded: false, run: () => exploreScenarios(gate, budget) },
    { name: "explore-tests", isNeeded: false, run: () => exploreTests(gate, budget) },
    { name: "regressions", isNeeded: false, run: () => regressions(gate) },
    ...left.map(({ name, because }) => ({
      name,
      isNeeded: false,
      run: () => Promise.resolve<StageEnd>({ verdict: "not executed", because }),
    })),
  ];
}

// --- inside ---

/** What takes minutes, or asks for something that only its user knows. */
const leftToOthers = [
  { name: "scan", because: "it takes minutes: `gauntlet scan`" },
  { name: "mine", because: "it only makes guesses: `gauntlet mine`" },
] as const;

const agentLeft = { name: "agent", because: "it asks your agent, often: `gauntlet agent ci`" };

async function exploreScenarios(
  gate: GateScope,
  { exploreSeconds }: { readonly exploreSeconds: number },
): Promise<StageEnd> {
  const { place, paths } = gate;
  const { files } = await foundScenarios(paths, place);
  const flags = { color: false, time: exploreSeconds };
  const jobs = await jobsOf([...files], place.config, { flags, cwd: place.cwd });
  const simulated = jobs.filter(({ settings }) => settings.run.host === undefined);
  const because = "no scenario is simulated as a whole";
  if (simulated.length === 0) return { verdict: "not executed", because };
  return exploreAll(simulated, gate);
}

async function exploreTests(
  gate: GateScope,
  { exploreSeconds }: { readonly exploreSeconds: number },
): Promise<StageEnd> {
  const { config, cwd } = gate.place;
  const because = "the configuration has no `[[tests]]`";
  if (config.tests.length === 0) return { verdict: "not executed", because };
  const flags = { color: false, time: exploreSeconds };
  return exploreAll(await jobsOf([], config, { flags, cwd }), gate);
}

async function exploreAll(jobs: readonly Job[], { signal }: GateScope): Promise<StageEnd> {
  const { explore } = await import("../../engines/explore/index.ts");
  const results: Result[] = [];
  for (const job of jobs) {
    if (signal.aborted) break;
    results.push(await explore({ ...job, signal }));
  }
  return together(results, amountText(jobs.length, "subject"));
}

async function regressions({ place, signal }: GateScope): Promise<StageEnd> {
  const { root } = place.config;
  if (!existsSync(path.join(root, "test", "gauntlet-regressions"))) {
    return { verdict: "not executed", because: "the project has none" };
  }
  const { verify } = await import("../../engines/verify/index.ts");
  const settings = settingsOf(place.config);
  const { verified } = await verify({ projectRoot: root, settings, ids: [], mode: "ci", signal });
  const open = verified.filter(({ status }) => status !== "fixed");
  if (open.length === 0)
    return { verdict: "held", because: amountText(verified.length, "regression") };
  return { verdict: "broken", because: "`gauntlet verify --ci` says which" };
}
