import { agentReplayer } from "../agent/traced-agent.ts";
import path from "node:path";
import type { Result } from "../../kernel/result/result.ts";
import { amountText } from "../../report/index.ts";
import { type Job, jobsOf, settingsOf } from "../settings.ts";
import { gateJobs, type GateScope, isMeantToFail, isSimulated } from "./gate-scope.ts";
import type { Stage, StageEnd } from "./stages.ts";
import { killedResult, notExecutedResult } from "../not-executed.ts";
import { together } from "./together.ts";

/** What `full` does besides a gate, and what it leaves to verbs of their own. */
export function searchStages(gate: GateScope, budget: Budget): readonly Stage[] {
  const { agent } = gate.place.config;
  const left = agent === undefined ? leftToOthers : [...leftToOthers, agentLeft];
  return [
    { name: "explore-scenarios", isNeeded: false, run: () => exploreScenarios(gate, budget) },
    { name: "explore-tests", isNeeded: false, run: () => exploreTests(gate, budget) },
    { name: "regressions", isNeeded: false, run: () => regressions(gate) },
    ...left.map(({ name, because }) => ({
      name,
      isNeeded: false,
      run: () => Promise.resolve(notExecuted(because)),
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

async function exploreScenarios(gate: GateScope, budget: Budget): Promise<StageEnd> {
  const { place, allowsFailures } = gate;
  const { jobs } = await gateJobs(gate);
  const simulated = jobs.filter(isSimulated);
  if (simulated.length === 0) return notExecuted("no scenario is simulated as a whole");
  // That it breaks is known of such a one, and exploring it would only say so again.
  const wanted = simulated.filter(({ target }) => !allowsFailures || !isMeantToFail(target.file));
  if (wanted.length === 0) return notExecuted("every scenario is meant to fail");
  const files = wanted.map(({ target }) => path.join(target.projectRoot, target.file));
  return exploreAll(await jobsOf(files, place.config, searched(gate, budget)), gate);
}

async function exploreTests(gate: GateScope, budget: Budget): Promise<StageEnd> {
  const { config } = gate.place;
  if (config.tests.length === 0) return notExecuted("the configuration has no `[[tests]]`");
  return exploreAll(await jobsOf([], config, searched(gate, budget)), gate);
}

interface Budget {
  readonly exploreSeconds: number;
}

/** The flags of a gate as `explore` has them. */
function searched(
  { place, flags }: GateScope,
  { exploreSeconds }: Budget,
): Parameters<typeof jobsOf>[2] {
  const { strict, unsafe, ...others } = flags;
  const isStrict = unsafe === true ? false : strict;
  const world = isStrict === undefined ? {} : { strict: isStrict };
  return { flags: { ...others, ...world, time: exploreSeconds }, cwd: place.cwd };
}

async function exploreAll(jobs: readonly Job[], { signal }: GateScope): Promise<StageEnd> {
  const { explore } = await import("../../engines/explore/index.ts");
  const results: Result[] = [];
  for (const job of jobs) {
    if (signal.aborted) break;
    if (job.notExecuted !== undefined) results.push(notExecutedResult("explore", job));
    else {
      const unknown = (thrown: unknown): Result => killedResult("explore", job, thrown);
      results.push(await explore({ ...job, signal }).catch(unknown));
    }
  }
  return together(results, amountText(jobs.length, "subject"));
}

async function regressions({ place, signal }: GateScope): Promise<StageEnd> {
  const { verdictOf, verifySaved } = await import("../saved-regressions.ts");
  const settings = settingsOf(place.config);
  const asked = { projectRoot: place.config.root, settings, ids: [], mode: "ci", signal } as const;
  const replayAgent = agentReplayer({ config: place.config, io: { env: process.env, signal } });
  const { regressions: saved } = await verifySaved({ ...asked, replayAgent });
  if (saved.length === 0) return notExecuted("the project has none");
  const statuses = saved.map(({ status }) => status);
  const verdict = verdictOf(statuses);
  if (verdict === "held") return { verdict, because: amountText(saved.length, "regression") };
  const isChanged = statuses.some((status) => status.endsWith("changed"));
  return {
    verdict: isChanged ? "broken" : verdict,
    because: "`gauntlet verify --ci` says which",
    findings: saved.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
  };
}

function notExecuted(because: string): StageEnd {
  return { verdict: "not executed", because };
}
