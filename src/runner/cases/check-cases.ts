import type { Case } from "../../data/case.ts";
import { ReachCount, reachCasesMin, reachMin } from "../../data/reach.ts";
import type { Decision } from "../../kernel/decisions/decision.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { CaseFailure, VacuousCases } from "./case-failure.ts";
import {
  type CaseCheck,
  identityOf,
  playAgain,
  playCase,
  type PlayedCase,
  smallestCase,
  type WatchedCheck,
} from "./play-case.ts";
import type { Broken, CaseTarget } from "./run-case.ts";
import { ProcessWatch } from "./watch-process.ts";

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

// --- inside ---

/** A failure is looked for so often again before it is believed to be chance. */
const repeatsMax = 3;

interface FoundCase<Payload, Expected> extends PlayedCase<Payload, Expected> {
  readonly index: number;
}

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
    const run = await playCase(check, target, source);
    if (run.broken !== undefined) return { found: { ...run, index }, reach };
    const { delivered } = run;
    reach.add(delivered === undefined ? undefined : pack.stageOf(delivered, given.options));
  }
  return { reach };
}

async function failureOf<Options, Payload, Place, Expected>(
  check: WatchedCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  found: FoundCase<Payload, Expected>,
): Promise<CaseFailure> {
  const facts = {
    kind: check.pack.kind,
    cases: check.cases,
    index: check.replay === undefined ? found.index : undefined,
    from: found.log.length,
  };
  const again = { list: found.log, key: identityOf(found.broken) };
  const repeats = await repeatsOf(() => playAgain(check, target, again));
  const told = repeats ? await smallestCase(check, target, found) : found;
  return new CaseFailure({ ...facts, ...factsOf(check, told), repeats });
}

function factsOf<Options, Payload, Place, Expected>(
  { pack }: WatchedCheck<Options, Payload, Place, Expected>,
  { made, log, broken }: PlayedCase<Payload, Expected>,
): { made: Case; decisions: readonly Decision[]; lines: readonly string[]; broken: Broken } {
  const none = { oracle: "", because: "", thrown: undefined };
  return { made, decisions: log, lines: pack.lines(made.payload), broken: broken ?? none };
}

async function repeatsOf(again: () => Promise<unknown>): Promise<boolean> {
  for (let at = 0; at < repeatsMax; at += 1) {
    if ((await again()) !== undefined) return true;
  }
  return false;
}
