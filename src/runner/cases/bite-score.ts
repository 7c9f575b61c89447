import { isNoticeable } from "../../data/bite.ts";
import type { Tier } from "../../data/case.ts";
import type { SeededFault } from "../../data/pack.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../kernel/decisions/recorded-decisions.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { findsAnything } from "./check-cases.ts";
import { type CaseCheck, makeCase } from "./play-case.ts";
import type { CaseTarget } from "./run-case.ts";

/** How many of the mistakes that a check could notice it does notice. */
export interface BiteScore {
  /** From 0 to 1; 0 where there was nothing to notice. */
  readonly score: number;
  readonly faults: readonly {
    readonly name: string;
    readonly tier: Tier;
    readonly isNoticed: boolean;
  }[];
}

/** Makes the seeded faults of a pack one by one and looks whether the check notices. */
export async function biteScore<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
): Promise<BiteScore> {
  const faults: BiteScore["faults"][number][] = [];
  for (const fault of check.pack.faults) {
    const { name, tier, spoil, wrap } = fault;
    if (!check.tiers.includes(tier) || !canShow(check, fault)) continue;
    const one = { ...check, tiers: [tier], replay: undefined, spoil };
    const isNoticed = await findsAnything(one, (given) =>
      wrap === undefined ? target(given) : wrap(() => settled(target, given)),
    );
    faults.push({ name, tier, isNoticed });
  }
  const noticed = faults.filter(({ isNoticed }) => isNoticed).length;
  return { score: faults.length === 0 ? 0 : noticed / faults.length, faults };
}

// --- inside ---

async function settled<Given>(target: (given: Given) => unknown, given: Given): Promise<unknown> {
  return await target(given);
}

/** Whether any of the cases that the check plays would show the fault in code that is right. */
function canShow<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  fault: SeededFault<Payload>,
): boolean {
  const words = seedWords(check.seed);
  const { options } = check.given;
  return Array.from({ length: check.cases }, (_, index) => index).some((index) => {
    const decisions = new RecordedDecisions(new RandomSource().restart(words, index));
    const made = makeCase({ ...check, tiers: [fault.tier] }, decisions);
    return isNoticeable(check.pack, { fault, made, options });
  });
}
