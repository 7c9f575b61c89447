import type { DeclaredInput } from "../kernel/subject/subject.ts";
import type { Seed } from "../kernel/decisions/seed.ts";
import type { HostGrant, RunSettings } from "../kernel/trace/trace.ts";
import type { ModuleSetting } from "../subject/loader/index.ts";
import type { Guidance } from "../search/guidance/guidance.ts";
import type { SwarmSettings } from "../search/guidance/swarm-state.ts";
import type { CoverageSettings, LoadCommand } from "../runner/protocol/load-command.ts";
import type { LoadedSubject } from "../runner/protocol/protocol.ts";
import type { StrategyStart } from "../search/strategies/make-strategy.ts";
import type { StrategyName } from "../search/strategy-names.ts";
import type { RunnerLimits, Runners } from "../runner/subject-runner.ts";

/** Which of the user's code is meant: `checkout.chaos.ts#name`, resolved. */
export interface SubjectTarget {
  readonly projectRoot: string;
  /** Relative to the project root. */
  readonly file: string;
  readonly exportName: string;
  /** The text of a file that we wrote ourselves: used where the disk does not have it. */
  readonly source?: string | undefined;
}

/**
 * What traces may do here. A trace is data that anyone may have written; what its run may reach is
 * said by the command line and the configuration of the project, and by nothing else.
 */
export interface TracePermission {
  /** Whether a run may use the files, network and processes of the machine, simulating nothing. */
  readonly isHostAllowed: boolean;
  /** Whether a run may go on that leaves the simulated world. */
  readonly mayLeave: boolean;
  /** What the configuration grants the steps of scenarios. */
  readonly scenarios: HostGrant;
}

/** Everything that engines take from flags and configuration. */
export interface CampaignSettings {
  readonly seed: Seed;
  readonly run: RunSettings;
  readonly limits: RunnerLimits;
  /** Where runs happen. */
  readonly runners: Runners;
  readonly inline: readonly string[];
  /** What files written with `import` are loaded as; as the project builds them where left out. */
  readonly module?: ModuleSetting | undefined;
  /** Tries per cluster of equal failures. */
  readonly shrinkAttemptsMax: number;
  /** Time for the tries of one cluster; `shrinkMsMax` where it is left out. */
  readonly shrinkMs?: number | undefined;
  readonly drain?: LoadCommand["drain"];
  /** Which run of a campaign comes next; by chance where it is left out. */
  readonly strategy?: StrategyName | undefined;
  /** How the search is guided by what runs reach; not at all where it is left out. */
  readonly guidance?: (Guidance & CoverageSettings) | undefined;
  /** How rules and faults are left out or brought together; not at all where it is left out. */
  readonly swarm?: SwarmSettings | undefined;
  /** How many processes search at once; one where it is left out. */
  readonly workers?: number | undefined;
  /** What inputs are made from besides what a fuzz test says, in hexadecimal. */
  readonly input?: Partial<Pick<DeclaredInput, "seeds" | "dictionary">> | undefined;
  /** Runs without anything new after which the search stops; never where it is left out. */
  readonly patienceRuns?: number | undefined;
  /** What runs of traces may do; where it is left out, nothing but what is simulated. */
  readonly permission?: TracePermission | undefined;
  /** What of the machine runs may really ask; what `run` says where it is left out. */
  readonly grant?: HostGrant | undefined;
}

/**
 * Making everything small that one campaign found may take so long. Tries of a subject that holds
 * still take a second in all; what is slow or kills its process must not use up the day.
 */
export const shrinkMsMax = 30_000;

/** The command that loads a target with these settings. */
export function loadCommand(
  target: SubjectTarget,
  settings: CampaignSettings,
  options: {
    readonly isEverythingFresh?: boolean;
    readonly isWitnessed?: boolean;
    readonly isWatched?: boolean;
    readonly coverage?: CoverageSettings | undefined;
  } = {},
): LoadCommand {
  return {
    type: "load",
    ...target,
    inline: settings.inline,
    ...(settings.module === undefined ? {} : { module: settings.module }),
    settings: settings.run,
    ...(settings.grant === undefined ? {} : { grant: settings.grant }),
    drain: settings.drain,
    ...options,
  };
}

/** What the strategy of a campaign starts from. */
export function strategyStart(
  { seed, strategy = "random", guidance, swarm, run, input }: CampaignSettings,
  declared: Pick<LoadedSubject["declared"], "operations" | "faults" | "input"> | undefined,
): Omit<StrategyStart, "state"> {
  if (declared?.input !== undefined) {
    const { seeds, dictionary, tokens, lengthMax, kind } = declared.input;
    const made = {
      kind,
      seeds: [...(input?.seeds ?? []), ...seeds],
      dictionary: [...(input?.dictionary ?? []), ...dictionary],
      lengthMax: run.inputLengthMax ?? lengthMax,
      tokens,
    };
    return { strategy, seed, guidance, input: made };
  }
  if (swarm === undefined || declared === undefined) return { strategy, seed, guidance };
  const { operations: rules, faults } = declared;
  const isNeeded = swarm.ruleSwarm || faults.length >= Math.max(2, swarm.faultTuples);
  return { strategy, seed, guidance, swarm: isNeeded ? { ...swarm, rules, faults } : undefined };
}
