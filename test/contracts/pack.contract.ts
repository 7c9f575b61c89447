import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryOf } from "../../src/data/arbitrary-of.ts";
import { isNoticeable } from "../../src/data/bite.ts";
import { type Case, provenanceText, type Tier } from "../../src/data/case.ts";
import type { Pack } from "../../src/data/pack.ts";
import { ReachCount } from "../../src/data/reach.ts";
import type { DecisionSource } from "../../src/kernel/decisions/decisions.ts";
import { RandomSource, SimplestSource } from "../../src/kernel/decisions/random-source.ts";
import { RecordedDecisions } from "../../src/kernel/decisions/recorded-decisions.ts";
import { ReplaySource } from "../../src/kernel/decisions/replay-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { decisionsFromToken, decisionsToToken } from "../../src/kernel/decisions/token.ts";
import { encodeLiteral } from "../../src/kernel/values/literal.ts";
import { isSmaller } from "../../src/kernel/decisions/weight.ts";
import { shrink } from "../../src/kernel/shrink/shrink.ts";

/** What every pack promises, for each of the options that it is tried with. */
export function packContract(pack: Pack): void {
  for (const [at, options] of pack.samples.entries()) {
    describe(`${pack.kind}, sample ${at}`, () => {
      promises(pack, options);
    });
  }
  test(`${pack.kind}: each seeded fault can be noticed by its tier`, () => {
    expect(pack.faults.length).toBeGreaterThan(0);
    for (const fault of pack.faults) {
      const isSeen = pack.samples.some((options) =>
        Array.from({ length: 100 }, (_, index) => new RandomSource().restart(words, index)).some(
          (source) => {
            const made = pack[fault.tier](new RecordedDecisions(source), { options, fc });
            return isNoticeable(pack, { fault, made, options });
          },
        ),
      );
      expect([fault.name, isSeen]).toEqual([fault.name, true]);
    }
  });
}

// --- inside ---

const casesCount = 300;
const shrunkCount = 6;
const words = seedWords("contract");
const tiers: readonly Tier[] = ["legal", "invalid"];

function promises(pack: Pack, options: unknown): void {
  const make: Make = (tier, source) => {
    const decisions = new RecordedDecisions(source);
    return { made: pack[tier](decisions, { options, fc }), log: decisions.log };
  };
  const drawn = (tier: Tier): readonly Made[] =>
    Array.from({ length: casesCount }, (_, index) =>
      make(tier, new RandomSource().restart(words, index)),
    );
  const isLegal = ({ payload }: Case): boolean => pack.read(payload, options).wrong === undefined;

  test("a legal case is legal by the pack's own reader, and means what is expected", () => {
    for (const { made } of drawn("legal")) {
      const { wrong, value } = pack.read(made.payload, options);
      expect([made.name, wrong, value]).toEqual([made.name, undefined, made.expected]);
      expect(made.mustFail).toBeUndefined();
    }
  });

  test("an invalid case is not legal, and expects nothing", () => {
    for (const { made } of drawn("invalid")) {
      expect([made.name, isLegal(made)]).toEqual([made.name, false]);
      expect(made.expected).toBeUndefined();
    }
  });

  test("both generators give many different cases, and never the same one", () => {
    const [legal = [], invalid = []] = tiers.map((tier) =>
      drawn(tier).map(({ made }) => JSON.stringify(encodeLiteral(made.payload) ?? made.name)),
    );
    expect(new Set(legal).size).toBeGreaterThan(casesCount / 4);
    expect(new Set(invalid).size).toBeGreaterThan(casesCount / 4);
    expect(legal.filter((payload) => invalid.includes(payload))).toEqual([]);
  });

  test("a case is told in lines", () => {
    for (const { made } of tiers.flatMap((tier) => drawn(tier).slice(0, 50))) {
      const lines = pack.lines(made.payload);
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.every((line) => /^[\P{C}]{1,200}$/u.test(line))).toBe(true);
    }
  });

  for (const tier of tiers) tierPromises({ pack, options, tier, make, drawn: () => drawn(tier) });
}

interface TierTried {
  readonly pack: Pack;
  readonly options: unknown;
  readonly tier: Tier;
  readonly make: Make;
  readonly drawn: () => readonly Made[];
}

function tierPromises({ pack, options, tier, make, drawn }: TierTried): void {
  test(`${tier}: each case says where each of its variations comes from`, () => {
    const variations = drawn().flatMap(({ made }) => made.variations);
    expect(drawn().every(({ made }) => made.tier === tier && made.variations.length > 0)).toBe(
      true,
    );
    for (const { name, provenance } of variations) {
      expect(name).not.toBe("");
      expect(provenanceText(provenance)).toMatch(/^legal by .|^seen in .|^invented$/u);
    }
  });

  test(`${tier}: cases get past the door in more than 80 of 100`, () => {
    const reach = new ReachCount(pack.stages);
    for (const { made } of drawn()) reach.add(pack.stageOf(made.payload, options));
    const isFar = reach.share(pack.door) > 0.8;
    expect([isFar, reach.lines()]).toEqual([true, reach.lines()]);
  });

  test(`${tier}: a case comes again from its token`, () => {
    for (const { made, log } of drawn().slice(0, 100)) {
      const again = make(tier, new ReplaySource(decisionsFromToken(decisionsToToken(log))));
      expect(isDeepStrictEqual(again.made, made)).toBe(true);
    }
  });

  test(`${tier}: whatever a case is shrunk to is of the same tier`, () => {
    for (const { log } of drawn().slice(0, shrunkCount)) {
      for (const candidate of candidatesOf(log)) {
        const source = new ReplaySource(candidate, { atDrift: new SimplestSource() });
        const { made } = make(tier, source);
        const isLegal = pack.read(made.payload, options).wrong === undefined;
        expect([made.name, isLegal]).toEqual([made.name, tier === "legal"]);
      }
    }
  });

  test(`${tier}: as an arbitrary, a case shrinks to smaller ones`, () => {
    const arbitrary = arbitraryOf(fc, (decisions): Case => pack[tier](decisions, { options, fc }));
    const isPlain = ({ variations }: Case): boolean => variations.length <= 1;
    const found = fc.check(fc.property(arbitrary, isPlain), { seed: 1, numRuns: 200 });
    expect(found.failed).toBe(true);
    expect(found.counterexample?.[0].variations).toHaveLength(2);
  });
}

type Make = (tier: Tier, source: DecisionSource) => Made;

interface Made {
  readonly made: Case;
  readonly log: RecordedDecisions["log"];
}

/** All that the shrinker tries where nothing of it fails, and where all that is smaller does. */
function* candidatesOf(log: Made["log"]): Generator<Made["log"]> {
  for (const answers of [false, true]) {
    const steps = shrink(log, { attemptsMax: 200 });
    let step = steps.next();
    while (step.done !== true) {
      yield step.value;
      step = steps.next(answers && isSmaller(step.value, log) ? step.value : undefined);
    }
  }
}
