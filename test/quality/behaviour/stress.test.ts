import { expect, test } from "vitest";
import { searchCoverage } from "../../../src/engines/explore/search-coverage.ts";
import { sectionIn, sectionOf } from "../../../src/report/section.ts";
import { coverageSection, type SearchCoverage } from "../../../src/report/sections/coverage.ts";
import { evidenceOf } from "../../../src/campaign/proof/evidence-of.ts";
import { chaosTest, fault } from "../../../src/index.ts";
import type { SubjectDefinition } from "../../../src/kernel/subject/chaos-test.ts";
import { silentJournal } from "../../../src/kernel/decisions/journal.ts";
import { RecordedDecisions } from "../../../src/kernel/decisions/recorded-decisions.ts";
import type { Result } from "../../../src/kernel/result/result.ts";
import { Tally, tallyData } from "../../../src/kernel/judge/tally.ts";
import { resultJson } from "../../../src/report/json.ts";
import { resultText } from "../../../src/report/text.ts";
import { executeWith } from "../../../src/runner/loop/drain.ts";
import { inMacrotask } from "../../../src/runner/loop/macrotask.ts";
import type { CampaignOutcome } from "../../../src/campaign/campaign-outcome.ts";
import { loadKinds } from "../../../src/subject/kinds/index.ts";
import { wrapFunction } from "../../../src/subject/seams/wrap-function.ts";
import { seamOf } from "../../../src/world/seam.ts";
import { ScriptedSource } from "./scripted-source.ts";

const { subjectOf } = await loadKinds();

// What the report says of faults and properties, against a schedule that is short enough to count
// by hand. `charge` is struck by lost and slow, `store` by full; torn is never switched on.
const schedule = [
  "pay", //    nothing is on
  "+lost",
  "pay", //    lost            lost fires
  "+slow",
  "pay", //    lost slow       lost and slow fire
  "refund", // lost slow       nothing fires: refund does not charge
  "+full",
  "refund", // lost slow full  full fires
  "-lost",
  "look", //   slow full       nothing fires: look calls nothing
  "-slow",
  "pay", //    full            nothing fires: pay does not store
  "-full",
  "look", //   nothing is on
];

test("pairs and triples are counted by the rules that ran under them", async () => {
  const pairs = coverageOf(await told(schedule, 2));
  expect(pairs?.stress).toEqual([
    under(["lost"], { pay: 1 }),
    under(["lost", "slow"], { pay: 1, refund: 1 }),
    under(["full", "lost", "slow"], { refund: 1 }),
    under(["full", "slow"], { look: 1 }),
    under(["full"], { pay: 1 }),
  ]);
  expect(pairs?.tuples).toEqual({
    strength: 2,
    total: 6,
    covered: [
      { faults: ["full", "lost"], steps: 1 },
      { faults: ["full", "slow"], steps: 2 },
      { faults: ["lost", "slow"], steps: 3 },
    ],
    uncovered: [
      ["full", "torn"],
      ["lost", "torn"],
      ["slow", "torn"],
    ],
  });
  const triples = coverageOf(await told(schedule, 3));
  expect(triples?.tuples).toEqual({
    strength: 3,
    total: 4,
    covered: [{ faults: ["full", "lost", "slow"], steps: 1 }],
    uncovered: [
      ["full", "lost", "torn"],
      ["full", "slow", "torn"],
      ["lost", "slow", "torn"],
    ],
  });
});

test("a rule in flight when a fault is switched goes on under the new set", async () => {
  const coverage = coverageOf(await told(["wait", "+lost", "look", "-lost"], 2, 2));
  expect(coverage?.stress.map(({ faults, operations }) => [faults, operations])).toEqual([
    [["lost"], { wait: 1, look: 1 }],
  ]);
});

test("rule, fault and property meet where the fault fired, and the rest is named", async () => {
  const { evidence } = resultJson(await told(schedule, 2));
  const cell = (operation: string, name: string, passed: number): unknown[] =>
    ["charged once", "stock adds up"].map((property) => {
      return { operation, fault: name, property, passed, failed: 0 };
    });
  expect(evidence.cells).toHaveLength(6);
  expect(evidence.cells).toEqual(
    expect.arrayContaining([
      ...cell("pay", "lost", 2),
      ...cell("pay", "slow", 1),
      ...cell("refund", "full", 1),
    ]),
  );
  // Four rules, four faults, two properties: 32, of which six met.
  expect(evidence.notExercised).toHaveLength(26);
  expect(evidence.notExercised).toContainEqual({
    operation: "refund",
    fault: "lost",
    property: "charged once",
  });
});

test("the report says all of it in words", async () => {
  const page = { color: false, isAscii: false };
  expect(resultText(await told(schedule, 2), page)).toMatchInlineSnapshot(`
    "explore  shop   seed 1   1 run   0 ms

    ✓ 2 properties held
      exercised 6 of 32 operation × fault × property cells; never: pay × full × charged once (+25)
    ? 3 of 6 pairs of faults were on together while a rule ran; never: full + torn, lost + torn, slow +
      torn
    "
  `);
  expect(resultText(await told(schedule, 3), page)).toMatchInlineSnapshot(`
    "explore  shop   seed 1   1 run   0 ms

    ✓ 2 properties held
      exercised 6 of 32 operation × fault × property cells; never: pay × full × charged once (+25)
    ? 1 of 4 triples of faults was on together while a rule ran; never: full + lost + torn, full + slow
      + torn, lost + slow + torn
    "
  `);
});

test("a rule and fault that never met are all listed with --all", async () => {
  const text = resultText(await told(schedule, 2), { color: false, isAscii: false, showAll: true });
  expect(text.match(/^ {4}\w+ × \w+ × .*$/gm)).toHaveLength(26);
});

test("a chance of 0 to switch faults is no decision that a search could turn round", async () => {
  const asks = async (faultToggleProb: number): Promise<boolean> => {
    const decisions = new RecordedDecisions(new ScriptedSource(["pay", "look"]));
    await run(decisions, new Tally(), { faultToggleProb });
    return decisions.log.some((taken) => taken.kind === "chance" && taken.label === "toggle");
  };
  expect([await asks(0.3), await asks(0)]).toEqual([true, false]);
});

// --- inside ---

const properties = ["charged once", "stock adds up"];

function under(faults: readonly string[], operations: Readonly<Record<string, number>>): unknown {
  const steps = Object.values(operations).reduce((sum, count) => sum + count, 0);
  return {
    faults,
    operations,
    properties: Object.fromEntries(properties.map((name) => [name, steps])),
  };
}

function shop(concurrency: number): SubjectDefinition {
  const charge = through("charge");
  const store = through("store");
  return chaosTest({
    name: "shop",
    concurrency,
    setup: (world) => world,
    faults: [
      striking("lost", "charge"),
      striking("slow", "charge"),
      striking("full", "store"),
      striking("torn", "store"),
    ],
    rules: {
      pay: { run: () => charge() },
      refund: { run: () => store() },
      look: { run: () => {} },
      wait: { run: (world) => world.sleep(50) },
    },
    invariants: { "charged once": () => true, "stock adds up": () => true },
  });
}

function through(seam: string): () => void {
  return wrapFunction(seamOf(seam), () => {}) as () => void;
}

/** Fires at every call and changes nothing. */
function striking(name: string, seam: string): ReturnType<typeof fault.custom> {
  return fault.custom({
    name,
    seam,
    sync: true,
    strike: (call) => {
      call.fire();
      return call.proceed();
    },
  });
}

async function run(
  decisions: RecordedDecisions,
  tally: Tally,
  { concurrency = 1, faultToggleProb = 0.3 }: { concurrency?: number; faultToggleProb?: number },
): Promise<void> {
  const subject = subjectOf(shop(concurrency));
  const settings = { stepsPerRun: 50, latencyUsMax: 0, faultToggleProb };
  const outcome = await inMacrotask(() =>
    executeWith("tick")({
      subject: () => subject,
      decisions,
      journal: silentJournal,
      tally,
      settings,
    }),
  );
  expect([outcome.verdict, outcome.failure?.message]).toEqual(["held", undefined]);
}

/** The result of a campaign of one run that followed the schedule. */
async function told(steps: readonly string[], strength: number, concurrency = 1): Promise<Result> {
  const tally = new Tally();
  await run(new RecordedDecisions(new ScriptedSource(steps)), tally, { concurrency });
  const { operations, faults, properties: claims } = subjectOf(shop(1)).declared;
  const declared = { operations, properties: claims, faults: faults.map(({ name }) => name) };
  const hunted = { loaded: { subject: { name: "shop" }, declared }, tally, ...nothingElse };
  return {
    command: "explore",
    subject: "shop",
    verdict: "held",
    because: "",
    summary: { runs: 1, seconds: 0, seed: 1 },
    findings: [],
    properties: tallyData(tally).properties,
    evidence: evidenceOf(tally, declared),
    sections: [
      sectionOf(coverageSection, [
        searchCoverage(hunted, {
          swarm: { ruleSwarm: false, faultTuples: strength, tupleRuns: undefined },
        }),
      ]),
    ],
    notes: [],
    artifacts: [],
    next: [],
  };
}

function coverageOf(result: Result): SearchCoverage | undefined {
  return sectionIn(result, coverageSection)?.[0];
}

const nothingElse = {
  edges: 0,
  blocks: { total: 0, reached: 0 },
  curve: [],
  runs: 0,
  newsAtRun: 0,
  states: [],
  handlers: [],
} satisfies Partial<CampaignOutcome>;
