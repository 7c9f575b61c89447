import type {
  SearchCoverage,
  SwarmCoverage,
  TupleCoverage,
} from "../../report/sections/coverage.ts";
import { tallyData } from "../../kernel/judge/tally.ts";
import { faultTuples } from "../../search/guidance/fault-tuples.ts";
import type { SwarmConfig } from "../../search/guidance/swarm-config.ts";
import { type BaseState, swarmNames } from "../../search/guidance/swarm-state.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";
import { isGuided } from "../../search/strategy.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/** What of a campaign says what was reached. */
export type Reached = Pick<
  CampaignOutcome,
  "runs" | "tally" | "edges" | "blocks" | "curve" | "newsAtRun" | "states" | "handlers"
> & {
  readonly unheld?: CampaignOutcome["unheld"];
  readonly files?: CampaignOutcome["files"];
  readonly loaded: {
    readonly subject: Pick<CampaignOutcome["loaded"]["subject"], "name">;
    readonly declared: Pick<CampaignOutcome["loaded"]["declared"], "operations" | "faults">;
  };
};

/** What a campaign reached, put together from all of its processes. */
export function searchCoverage(
  campaign: Reached,
  settings: Pick<CampaignSettings, "swarm">,
): SearchCoverage {
  const { loaded, tally } = campaign;
  const stress = tallyData(tally).exposures;
  const corpora = campaign.states.map((state) => (isGuided(state) ? state.checkpoints.length : 0));
  return {
    subject: loaded.subject.name,
    edges: campaign.edges,
    blocks: campaign.blocks,
    corpus: Math.max(0, ...corpora),
    curve: campaign.curve,
    lastNewsAtRun: campaign.newsAtRun,
    plateau: hasSettled(campaign),
    stress,
    tuples: tupleCoverage(stress, loaded.declared.faults, settings.swarm?.faultTuples ?? 2),
    swarm: settings.swarm?.ruleSwarm === true ? swarmCoverage(campaign) : undefined,
    handlers: campaign.handlers,
    ...(campaign.unheld === undefined ? {} : { unheld: campaign.unheld }),
    ...(campaign.files === undefined ? {} : { files: campaign.files }),
  };
}

/** Which sets of faults were on together: counted by the operations that ran under them. */
export function tupleCoverage(
  stress: SearchCoverage["stress"],
  faults: readonly string[],
  strength: number,
): TupleCoverage | undefined {
  if (faults.length < Math.max(2, strength)) return undefined;
  const covered: { faults: readonly string[]; steps: number }[] = [];
  const uncovered: (readonly string[])[] = [];
  for (const tuple of faultTuples(faults.toSorted(), strength)) {
    const under = stress.filter(({ faults: on }) => tuple.every((name) => on.includes(name)));
    const steps = under.reduce((sum, { operations }) => sum + total(operations), 0);
    if (steps > 0) covered.push({ faults: tuple, steps });
    else uncovered.push(tuple);
  }
  return { strength, total: covered.length + uncovered.length, covered, uncovered };
}

// --- inside ---

/** A search that found nothing new in so large a share of its runs, and in so many, has settled. */
const plateauShare = 0.75;
const plateauRunsMin = 2_000;

/** Without anything counted, nobody can tell. */
function hasSettled({ runs, newsAtRun, edges }: Reached): boolean {
  if (edges === 0 || runs < plateauRunsMin) return false;
  return runs - newsAtRun >= runs * plateauShare;
}

/** A configuration that was used so often and brought nothing is dead. */
const usesOfDeadMin = 5;

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function swarmCoverage({ states, loaded }: Reached): SwarmCoverage {
  const { operations: rules, faults } = loaded.declared;
  const names = swarmNames({ rules, faults });
  const merged = new Map<string, SwarmConfig>();
  for (const config of states.flatMap(configsOf)) {
    const known = merged.get(config.key);
    if (known === undefined) merged.set(config.key, { ...config });
    else {
      known.uses += config.uses;
      known.edges += config.edges;
      known.failures += config.failures;
    }
  }
  const all = [...merged.values()].toSorted(
    (a, b) => b.edges - a.edges || b.failures - a.failures || b.uses - a.uses,
  );
  const configs = all.map(({ key, uses, edges, failures }) => ({
    without: names.filter((_, at) => key[at] === "0"),
    runs: uses,
    edges,
    failures,
  }));
  const dead = configs
    .filter(({ runs, edges, failures }) => runs >= usesOfDeadMin && edges + failures === 0)
    .map(({ without, runs }) => ({ without, runs }));
  return { configs, dead, deadCount: dead.length };
}

function configsOf(state: CampaignOutcome["states"][number]): readonly SwarmConfig[] {
  const base: BaseState = isGuided(state) ? state.base : state;
  return "kind" in base ? base.configs : [];
}
