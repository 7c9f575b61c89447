import { nameOf, type Case, type Tier } from "../../data/case.ts";
import type { Given, Pack } from "../../data/pack.ts";
import { ReachCount, reachCasesMin, reachMin } from "../../data/reach.ts";
import { canaryFor } from "../../kernel/agent/canary.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Decisions, DecisionSource } from "../../kernel/decisions/decisions.ts";
import { RandomSource, SimplestSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { formatSeed, type Seed, seedWords } from "../../kernel/decisions/seed.ts";
import { shrink } from "../../kernel/shrink/shrink.ts";
import type { TryOutcome } from "../../kernel/shrink/shrink-attempts.ts";
import type { Player } from "../../world/players/player.ts";
import { real } from "../../world/real.ts";
import { CaseFailure, VacuousCases } from "./case-failure.ts";
import {
  type Broken,
  type CaseLimits,
  type CaseOutcome,
  type CaseTarget,
  runCase,
} from "./run-case.ts";
import { ProcessWatch } from "./watch-process.ts";

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

/** What a check that found nothing tells. */
export interface CheckedCases {
  readonly cases: number;
  /** How many cases got how far, a line for each stage. */
  readonly reach: readonly string[];
}

/**
 * Runs code against case after case until one breaks something, makes that one small by running
 * the code again, and throws what was found. Cases that get nowhere are no check, and throw too.
 */
export async function checkCases<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
): Promise<CheckedCases> {
  const watch = new ProcessWatch();
  try {
    const watched = { ...check, watch };
    const { found, reach } = await lookFor(watched, target);
    if (found !== undefined) throw await failureOf(watched, target, found);
    const { kind, door } = check.pack;
    const isEnough = reach.cases < reachCasesMin || reach.share(door) >= reachMin;
    if (!isEnough) throw new VacuousCases(kind, { door, reach });
    return { cases: reach.cases, reach: reach.lines() };
  } finally {
    watch.stop();
  }
}

/** Whether a check finds anything at all; what it finds is not made small. */
export async function findsAnything<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
): Promise<boolean> {
  const watch = new ProcessWatch();
  try {
    return (await lookFor({ ...check, watch }, target)).found !== undefined;
  } finally {
    watch.stop();
  }
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

// --- inside ---

/** Making a case small may take so many tries, and so long. */
const attemptsMax = 500;
const shrinkMsMax = 15_000;

/** A failure is looked for so often again before it is believed to be chance. */
const repeatsMax = 3;

interface PlayedCase<Payload, Expected> extends CaseOutcome<Payload> {
  readonly made: Case<Payload, Expected>;
  readonly log: readonly Decision[];
}

interface FoundCase<Payload, Expected> extends PlayedCase<Payload, Expected> {
  readonly index: number;
}

/** A check while its cases are run. */
type WatchedCheck<Options, Payload, Place, Expected> = CaseCheck<
  Options,
  Payload,
  Place,
  Expected
> & { readonly watch: ProcessWatch };

/** The first case that breaks something, or how far all of them came. */
async function lookFor<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
): Promise<{ readonly found?: FoundCase<Payload, Expected>; readonly reach: ReachCount }> {
  const { pack, given, replay, cases } = check;
  const reach = new ReachCount(pack.stages);
  const words = seedWords(check.seed);
  for (let index = 0; index < (replay === undefined ? cases : 1); index += 1) {
    const source =
      replay === undefined ? new RandomSource().restart(words, index) : new ReplaySource(replay);
    const run = await playOne(check, target, source);
    if (run.broken !== undefined) return { found: { ...run, index }, reach };
    const { delivered } = run;
    reach.add(delivered === undefined ? undefined : pack.stageOf(delivered, given.options));
  }
  return { reach };
}

async function playOne<Options, Payload, Place, Expected>(
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

async function failureOf<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  found: FoundCase<Payload, Expected>,
): Promise<CaseFailure> {
  const key = identityOf(found.broken);
  let best: PlayedCase<Payload, Expected> = found;
  const tried = async (list: readonly Decision[]): Promise<TryOutcome> => {
    const source = new ReplaySource(list, { atDrift: new SimplestSource() });
    const again = await playOne(check, target, source);
    if (identityOf(again.broken) !== key) return undefined;
    best = again;
    return again.log;
  };
  const facts = {
    kind: check.pack.kind,
    cases: check.cases,
    index: check.replay === undefined ? found.index : undefined,
    from: found.log.length,
  };
  const repeats = await repeatsOf(() => tried(found.log));
  if (!repeats) return new CaseFailure({ ...facts, ...told(check, found), repeats });
  const endMs = real.performanceNow() + shrinkMsMax;
  const isOver = (): boolean => real.performanceNow() >= endMs;
  const steps = shrink(found.log, { attemptsMax, isOver });
  let step = steps.next();
  while (step.done !== true) step = steps.next(await tried(step.value));
  // The last one that failed need not be the smallest one.
  await tried(step.value.decisions);
  return new CaseFailure({ ...facts, ...told(check, best), repeats });
}

function told<Options, Payload, Place, Expected>(
  { pack }: WatchedCheck<Options, Payload, Place, Expected>,
  { made, log, broken }: PlayedCase<Payload, Expected>,
): { made: Case; decisions: readonly Decision[]; lines: readonly string[]; broken: Broken } {
  const none = { oracle: "", because: "", thrown: undefined };
  return { made, decisions: log, lines: pack.lines(made.payload), broken: broken ?? none };
}

async function repeatsOf(again: () => Promise<TryOutcome>): Promise<boolean> {
  for (let at = 0; at < repeatsMax; at += 1) {
    if ((await again()) !== undefined) return true;
  }
  return false;
}

/** What has to be broken again: by the same judge, with an error of the same class. */
function identityOf(broken: Broken | undefined): string | undefined {
  if (broken === undefined) return undefined;
  const { oracle, thrown } = broken;
  return `${oracle} ${thrown instanceof Error ? thrown.name : typeof thrown}`;
}
