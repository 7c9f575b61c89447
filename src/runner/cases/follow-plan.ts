import { readFileSync } from "node:fs";
import path from "node:path";
import { provenanceText, type Tier } from "../../data/case.ts";
import { ReachCount, reachCasesMin, reachMin } from "../../data/reach.ts";
import { RandomSource } from "../../kernel/decisions/random-source.ts";
import { ReplaySource } from "../../kernel/decisions/replay-source.ts";
import { seedWords } from "../../kernel/decisions/seed.ts";
import { decisionsFromToken, decisionsToToken } from "../../kernel/decisions/token.ts";
import { addToJournal, type JournalLine, type Repeats } from "../../store/boundaries/index.ts";
import { type BoundaryPlan, type KnownCase, planVariable } from "../../store/boundaries/index.ts";
import { real } from "../../world/real.ts";
import { biteScore } from "./bite-score.ts";
import { CaseFailure, VacuousCases } from "./case-failure.ts";
import type { CheckedCases } from "./check-cases.ts";
import {
  type CaseCheck,
  identityOf,
  playAgain,
  playCase,
  type PlayedCase,
  smallestCase,
  type WatchedCheck,
} from "./play-case.ts";
import type { CaseTarget } from "./run-case.ts";
import { ProcessWatch } from "./watch-process.ts";

/** Who called a check. */
export interface CheckCaller {
  /** The absolute path; empty where it is not known. */
  readonly file: string;
  readonly line: number;
  readonly boundary: string | undefined;
}

/** What a campaign tells the checks of this process; undefined where none started it. */
export function plannedCampaign(): BoundaryPlan | undefined {
  const file = process.env[planVariable];
  if (file === undefined || file === "") return undefined;
  return JSON.parse(readFileSync(file, "utf8")) as BoundaryPlan;
}

/**
 * A check as a campaign wants it: what broke something once comes first, no failure ends it, each
 * is made small and run again, and all of it is in the journal before the next case begins.
 */
export async function followPlan<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  by: { readonly plan: BoundaryPlan; readonly caller: CheckCaller },
): Promise<CheckedCases> {
  const watch = new ProcessWatch();
  const reaches: ReachCount[] = [];
  const sound: Tier[] = [];
  let failure: Error | undefined;
  try {
    for (const tier of check.tiers) {
      const campaign = new TierCampaign({ ...check, tiers: [tier], watch }, target, {
        ...by,
        tier,
      });
      const own = await campaign.play();
      if (own === undefined) sound.push(tier);
      failure ??= own;
      reaches.push(campaign.reach);
    }
  } finally {
    watch.stop();
  }
  const { plan, caller } = by;
  // Code that is broken anyway would seem to notice every planted fault.
  if (plan.bites) await bite({ ...check, tiers: sound }, target, { plan, caller });
  if (failure !== undefined) throw failure;
  return {
    cases: reaches.reduce((sum, { cases }) => sum + cases, 0),
    reach: reaches.flatMap((reach) => reach.lines()),
  };
}

// --- inside ---

/** So many cases may be lost when a process is killed; they are played again, not left out. */
const progressEvery = 8;
/** More findings of one check hide each other. */
const findingsMax = 8;

interface Under {
  readonly plan: BoundaryPlan;
  readonly caller: CheckCaller;
  readonly tier: Tier;
}

class TierCampaign<Options, Payload, Place, Expected> {
  readonly #check: WatchedCheck<Options, Payload, Place, Expected>;
  readonly #target: CaseTarget<Place, Expected>;
  readonly #under: Under;
  readonly #key: string;
  readonly #shapes: { readonly key: string | undefined; readonly varied: readonly string[] }[] = [];
  readonly #seen: Map<string, number>;
  readonly reach: ReachCount;
  #next: number;
  #failure: CaseFailure | undefined;

  constructor(
    check: WatchedCheck<Options, Payload, Place, Expected>,
    target: CaseTarget<Place, Expected>,
    under: Under,
  ) {
    [this.#check, this.#target, this.#under] = [check, target, under];
    this.#key = keyOf(check.pack.kind, under);
    const from = under.plan.from[this.#key];
    this.#next = from?.next ?? 0;
    this.#seen = new Map(Object.entries(from?.seen ?? {}));
    this.reach = new ReachCount(check.pack.stages, {
      cases: this.#next,
      reached: from?.reached ?? [],
    });
  }

  /** Plays all that there is time for; gives the first failure, or that the cases are vacuous. */
  async play(): Promise<Error | undefined> {
    const { pack } = this.#check;
    const { plan, caller, tier } = this.#under;
    this.#add({
      line: "check",
      key: this.#key,
      test: testOf(plan, caller),
      pack: pack.kind,
      tier,
      boundary: caller.boundary,
      stages: pack.stages,
      door: pack.door,
    });
    for (const known of this.#known()) await this.#playKnown(known);
    const words = seedWords(`${plan.seed} ${this.#check.seed}`);
    while (this.#next < plan.cases && !isOver(plan)) {
      const source = new RandomSource().restart(words, this.#next);
      const played = await playCase(this.#check, this.#target, source);
      await this.#judge(played, this.#next);
      this.#next += 1;
      if (this.#next % progressEvery === 0) this.#progress(false);
    }
    this.#progress(this.#next >= plan.cases);
    if (this.#failure !== undefined) return this.#failure;
    const isEnough = this.reach.cases < reachCasesMin || this.reach.share(pack.door) >= reachMin;
    return isEnough
      ? undefined
      : new VacuousCases(pack.kind, { door: pack.door, reach: this.reach });
  }

  #known(): readonly KnownCase[] {
    const { plan, caller, tier } = this.#under;
    const test = testOf(plan, caller);
    return plan.known.filter(
      (known) => known.pack === this.#check.pack.kind && known.tier === tier && known.test === test,
    );
  }

  async #playKnown({ token }: KnownCase): Promise<void> {
    const own = `${this.#check.pack.kind}.`;
    const list = decisionsFromToken(token.startsWith(own) ? token.slice(own.length) : token);
    const played = await playCase(this.#check, this.#target, new ReplaySource(list));
    this.#add({ line: "known", key: this.#key, token, isBroken: played.broken !== undefined });
    if (played.broken !== undefined) await this.#found(played, undefined);
  }

  async #judge(played: PlayedCase<Payload, Expected>, index: number): Promise<void> {
    const { pack, given } = this.#check;
    const { delivered, broken } = played;
    const stage = delivered === undefined ? undefined : pack.stageOf(delivered, given.options);
    this.reach.add(stage);
    const behaviour = [stage ?? "none", identityOf(broken) ?? "held", ...variedOf(played)].join(
      " ",
    );
    if (!this.#seen.has(behaviour)) this.#seen.set(behaviour, index);
    if (broken !== undefined) await this.#found(played, index);
  }

  /** A case that has all that a smaller one needs to break the same tells nothing new. */
  async #found(played: PlayedCase<Payload, Expected>, index: number | undefined): Promise<void> {
    const key = identityOf(played.broken);
    const names = new Set(variedOf(played));
    const isKnown = this.#shapes.some(
      (shape) => shape.key === key && shape.varied.every((name) => names.has(name)),
    );
    if (isKnown || this.#shapes.length >= findingsMax) return;
    const small = await smallestCase(this.#check, this.#target, played);
    const varied = variedOf(small);
    const isSame = this.#shapes.some(
      (shape) => shape.key === key && shape.varied.join() === varied.join(),
    );
    if (isSame) return;
    this.#shapes.push({ key, varied });
    const repeats = await this.#repeatsOf(small);
    const { pack, cases } = this.#check;
    const { made, log, broken } = small;
    if (broken === undefined) return;
    const lines = pack.lines(made.payload);
    this.#add({
      line: "finding",
      key: this.#key,
      index,
      oracle: broken.oracle,
      because: broken.because,
      varied,
      provenance: made.variations.map(({ provenance }) => provenanceText(provenance)),
      sent: lines.slice(0, sentLinesMax).map((line) => line.slice(0, sentLengthMax)),
      token: `${pack.kind}.${decisionsToToken(log)}`,
      repeats,
      shape: [key ?? "", ...varied].join(" | "),
    });
    const facts = { kind: pack.kind, made, decisions: log, lines, broken, index, cases };
    const isRepeated = repeats !== "environment";
    this.#failure ??= new CaseFailure({ ...facts, from: played.log.length, repeats: isRepeated });
  }

  async #repeatsOf({ log, broken }: PlayedCase<Payload, Expected>): Promise<Repeats> {
    const { repeats } = this.#under.plan;
    let again = 0;
    for (let at = 0; at < repeats; at += 1) {
      const of = { list: log, key: identityOf(broken) };
      if ((await playAgain(this.#check, this.#target, of)) !== undefined) again += 1;
    }
    if (again === repeats) return "deterministic";
    return again === 0 ? "environment" : "flaky";
  }

  #progress(isDone: boolean): void {
    const { reached } = this.reach;
    const seen = Object.fromEntries(this.#seen);
    this.#add({ line: "progress", key: this.#key, next: this.#next, reached, seen, isDone });
  }

  #add(line: JournalLine): void {
    addToJournal(this.#under.plan.journal, line);
  }
}

/** What a finding shows of its payload. */
const sentLinesMax = 60;
const sentLengthMax = 2_000;

/** So few cases show each seeded fault that can be shown at all. */
const biteCasesMax = 60;

async function bite<Options, Payload, Place, Expected>(
  check: CaseCheck<Options, Payload, Place, Expected>,
  target: CaseTarget<Place, Expected>,
  { plan, caller }: Omit<Under, "tier">,
): Promise<void> {
  const cases = Math.min(plan.cases, biteCasesMax);
  for (const tier of check.tiers) {
    if (isOver(plan)) return;
    const seed = `${plan.seed} ${check.seed}`;
    const one = { ...check, tiers: [tier], cases, seed, replay: undefined };
    const { faults } = await biteScore(one, target);
    const key = keyOf(check.pack.kind, { plan, caller, tier });
    const told = faults.map(({ name, isNoticed }) => ({ name, isNoticed }));
    addToJournal(plan.journal, { line: "bite", key, faults: told });
  }
}

function variedOf({ made }: { readonly made: PlayedCase<unknown, unknown>["made"] }): string[] {
  return [...new Set(made.variations.map(({ name }) => name))].toSorted();
}

function keyOf(kind: string, { plan, caller, tier }: Under): string {
  return `${testOf(plan, caller)}:${caller.line} ${kind} ${tier}`;
}

function testOf({ root }: BoundaryPlan, { file }: CheckCaller): string {
  return path.relative(root, file).split(path.sep).join("/");
}

function isOver({ untilMs }: BoundaryPlan): boolean {
  return untilMs !== undefined && real.dateNow() >= untilMs;
}
