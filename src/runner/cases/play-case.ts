import { nameOf, type Case, type Tier } from "../../data/case.ts";
import type { Given, Pack } from "../../data/pack.ts";
import { canaryFor } from "../../kernel/agent/canary.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Decisions, DecisionSource } from "../../kernel/decisions/decisions.ts";
import { SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { formatSeed, type Seed } from "../../kernel/decisions/seed.ts";
import { shrink } from "../../kernel/shrink/shrink.ts";
import type { TryOutcome } from "../../kernel/shrink/shrink-attempts.ts";
import type { Player } from "../../world/players/player.ts";
import { real } from "../../world/real.ts";
import {
  type Broken,
  type CaseLimits,
  type CaseOutcome,
  type CaseTarget,
  runCase,
} from "./run-case.ts";
import type { ProcessWatch } from "./watch-process.ts";

/** Many cases of a pack, for one piece of code. */
export interface CaseCheck<Options, Payload, Place, Expected> {
  readonly pack: Pack<Options, Payload, Expected>;
  readonly given: Given<Options>;
  readonly player: Player<Payload, Place>;
  readonly tiers: readonly Tier[];
  readonly seed: Seed;
  readonly cases: number;
  readonly limits: CaseLimits;
  /** Only this case. */
  readonly replay?: readonly Decision[] | undefined;
  readonly spoil?: ((payload: Payload) => Payload) | undefined;
}

/** A check while its cases are run. */
export type WatchedCheck<Options, Payload, Place, Expected> = CaseCheck<
  Options,
  Payload,
  Place,
  Expected
> & { readonly watch: ProcessWatch };

/** A case that was run. */
export interface PlayedCase<Payload, Expected> extends CaseOutcome<Payload> {
  readonly made: Case<Payload, Expected>;
  readonly log: readonly Decision[];
}

/** The case of a source of decisions, and the decisions it took. */
export function makeCase<Options, Payload, Expected>(
  {
    pack,
    given,
    tiers,
  }: Pick<CaseCheck<Options, Payload, unknown, Expected>, "pack" | "given" | "tiers">,
  decisions: Decisions,
): Case<Payload, Expected> {
  const named = tiers.map((name) => ({ name }));
  const [first = { name: "legal" as const }] = named;
  const tier = named.length > 1 ? decisions.pick("tier", named) : first;
  return pack[tier.name](decisions, given);
}

/** Makes the case of a source of decisions, and runs the code against it. */
export async function playCase<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  source: DecisionSource,
): Promise<PlayedCase<Payload, Expected>> {
  const decisions = new RecordedDecisions(source);
  const made = makeCase(check, decisions);
  const canary = canaryFor([formatSeed(check.seed), nameOf(made.variations)]);
  const { oracles } = check.pack;
  const { player, limits, spoil, watch } = check;
  const outcome = await runCase({ made, oracles, player, target, limits, canary, watch, spoil });
  return { ...outcome, made, log: decisions.log };
}

/** Plays a case that broke something again, and says whether it broke the same. */
export async function playAgain<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  of: { readonly list: readonly Decision[]; readonly key: string | undefined },
): Promise<PlayedCase<Payload, Expected> | undefined> {
  const source = new ReplaySource(of.list, { atDrift: new SimplestSource() });
  const again = await playCase(check, target, source);
  return identityOf(again.broken) === of.key ? again : undefined;
}

/** The smallest case that breaks the same, as far as tries and time allow. */
export async function smallestCase<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  found: PlayedCase<Payload, Expected>,
): Promise<PlayedCase<Payload, Expected>> {
  const key = identityOf(found.broken);
  let best = found;
  const tried = async (list: readonly Decision[]): Promise<TryOutcome> => {
    const again = await playAgain(check, target, { list, key });
    if (again === undefined) return undefined;
    best = again;
    return again.log;
  };
  const endMs = real.performanceNow() + shrinkMsMax;
  const isOver = (): boolean => real.performanceNow() >= endMs;
  const steps = shrink(found.log, { attemptsMax, isOver });
  let step = steps.next();
  while (step.done !== true) step = steps.next(await tried(step.value));
  // The last one that failed need not be the smallest one.
  await tried(step.value.decisions);
  return best;
}

/** What has to be broken again: by the same judge, with an error of the same class. */
export function identityOf(broken: Broken | undefined): string | undefined {
  if (broken === undefined) return undefined;
  const { oracle, thrown } = broken;
  return `${oracle} ${thrown instanceof Error ? thrown.name : typeof thrown}`;
}

// --- inside ---

/** Making a case small may take so many tries, and so long. */
const attemptsMax = 500;
const shrinkMsMax = 15_000;
