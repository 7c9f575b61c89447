import {
  decidedTalk,
  type DecidedTalk,
  talkDecisions,
  talkSize,
} from "../../../kernel/agent/talk-decisions.ts";
import { fewStrikes, manyStrikes, shorterTexts } from "../../../kernel/agent/talk-passes.ts";
import { keptStrike, type Strike } from "../../../kernel/agent/fault-plan.ts";
import type { Decision } from "../../../kernel/decisions/decision.ts";
import { shrink } from "../../../kernel/shrink/shrink.ts";
import { cutByInterrupt } from "../../../kernel/result/finding.ts";
import { decisionLine } from "../../../kernel/trace/trace-write.ts";

/** The smallest conversation that still fails in the same way. */
export interface ShrunkTalk {
  readonly decisions: readonly Decision[];
  readonly tries: number;
  /** How much could have been left out at first, and how much is left. */
  readonly from: number;
  readonly to: number;
  /** The budget that ended it, `60 tries`; absent where nothing smaller was found. */
  readonly cutBy?: string | undefined;
  /** Whether it failed again when it was held again; where it did not, nothing was shrunk. */
  readonly isConfirmed: boolean;
  /** Whether it was not held again as often as it takes to say so: there was no budget or time. */
  readonly isUnproven?: boolean | undefined;
}

/** When to stop. */
export interface TryLimits {
  /** So many conversations may be held. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
}

/** Holds a conversation; what was taken of it where it fails in the same way, else undefined. */
export type TryTalk = (talk: DecidedTalk) => Promise<DecidedTalk | undefined>;

/**
 * Shows a failing conversation again and makes it small with the kernel's shrinker. Where the
 * calls that were struck do not come again, since each run asks something else, the strikes are
 * tried by their order, and then as rules for every call.
 */
export async function shrinkTalk(
  failing: DecidedTalk,
  tryTalk: TryTalk,
  limits: TryLimits,
): Promise<ShrunkTalk> {
  const tries = new Tries(tryTalk, limits);
  const from = talkSize(talkDecisions(failing));
  for (const form of [byCall(failing), byOrder(failing), asRules(failing)]) {
    const taken = await tries.try(talkDecisions(form));
    if (taken === undefined) continue;
    const decisions = await smallest(taken, tries);
    return { decisions, ...tries.told, from, to: talkSize(decisions), isConfirmed: true };
  }
  const { cutBy } = tries.told;
  const told = cutBy === undefined ? { tries: 0 } : { tries: 0, cutBy };
  return { decisions: talkDecisions(byCall(failing)), ...told, from, to: from, isConfirmed: false };
}

// --- inside ---

/** The budget counts conversations; what means none, or was tried before, costs nothing. */
const attemptsMax = 100_000;

async function smallest(taken: readonly Decision[], tries: Tries): Promise<readonly Decision[]> {
  const passes = { first: [manyStrikes], last: [fewStrikes, shorterTexts] };
  const steps = shrink(taken, { attemptsMax, isOver: () => tries.isSpent }, passes);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await tries.try(step.value));
  return step.value.decisions;
}

/** Holds conversations as long as there is budget, and none of them twice. */
class Tries {
  readonly #tryTalk: TryTalk;
  readonly #limits: TryLimits;
  readonly #known = new Set<string>();
  #count = 0;
  #isCut = false;

  constructor(tryTalk: TryTalk, limits: TryLimits) {
    this.#tryTalk = tryTalk;
    this.#limits = limits;
  }

  get isSpent(): boolean {
    return this.#isCut;
  }

  get told(): { readonly tries: number; readonly cutBy?: string } {
    if (!this.#isCut) return { tries: this.#count };
    const { budget } = this.#limits;
    const spent = `${budget} ${budget === 1 ? "try" : "tries"}`;
    return { tries: this.#count, cutBy: this.#isInterrupted ? cutByInterrupt : spent };
  }

  get #isInterrupted(): boolean {
    return this.#limits.signal?.aborted === true;
  }

  async try(decisions: readonly Decision[]): Promise<readonly Decision[] | undefined> {
    const talk = decidedTalk(decisions);
    const key = decisions.map(decisionLine).join("\n");
    if (talk === undefined || this.#known.has(key)) return undefined;
    if (this.#count >= this.#limits.budget || this.#isInterrupted) {
      this.#isCut = true;
      return undefined;
    }
    this.#count += 1;
    const taken = await this.#tryTalk(talk);
    this.#known.add(key);
    // What an interrupt broke off says nothing of what was tried.
    this.#isCut ||= this.#isInterrupted;
    return taken === undefined ? undefined : talkDecisions(taken);
  }
}

function byCall(talk: DecidedTalk): DecidedTalk {
  return withStrikes(talk, (strikes) => strikes.map((strike) => keptStrike(strike)));
}

function byOrder(talk: DecidedTalk): DecidedTalk {
  return withStrikes(talk, (strikes) =>
    strikes.map(({ fault, agent, target, ordinal }) =>
      ordinal === undefined ? { fault, agent, target } : { fault, agent, target, ordinal },
    ),
  );
}

function asRules(talk: DecidedTalk): DecidedTalk {
  return withStrikes(talk, (strikes) => {
    const rules = strikes.map(({ fault, agent, target }) => ({ fault, agent, target }));
    return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
  });
}

function withStrikes(
  talk: DecidedTalk,
  change: (strikes: readonly Strike[]) => readonly Strike[],
): DecidedTalk {
  const faults = talk.faults.map(({ id, strikes }) => ({ id, strikes: change(strikes) }));
  return { ...talk, faults };
}
