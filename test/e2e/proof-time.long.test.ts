import { expect, test } from "vitest";
import { proveAll } from "../../src/engines/explore/prove-all.ts";
import { knownSuspects } from "../../src/engines/explore/known.ts";
import { proveCalls } from "../../src/engines/scan/prove-calls.ts";
import { ScanTime } from "../../src/engines/scan/scan-time.ts";
import { runCampaign } from "../../src/campaign/campaign.ts";
import type { CampaignOutcome } from "../../src/campaign/campaign-outcome.ts";
import type { RunTarget } from "../../src/campaign/proof/record-fresh.ts";
import { TempProject } from "./temp-project.ts";
import { processRunners } from "../../src/runner/process/process-runners.ts";

// Proving failures and making them small share one time; nothing that was seen is lost with it.

const kinds = "abcdefghijkl".split("");
const chaosFile = `
import { chaosTest } from "gauntlet";
const rules = ${JSON.stringify(kinds)}.map((kind) => [kind, { run: () => fail(kind) }]);
function fail(kind: string): void {
  throw new Error("bug " + kind); // here
}
export default chaosTest({ name: "many", setup: () => ({}), rules: Object.fromEntries(rules) });
`;

test("what there is no time to prove is told and kept as it was seen", async () => {
  const project = new TempProject({ "many.chaos.ts": chaosFile });
  const target = { projectRoot: project.root, file: "many.chaos.ts", exportName: "default" };
  const settings = {
    seed: 1,
    run: { stepsPerRun: 5, latencyUsMax: 0 },
    limits: { runTimeoutMs: 5_000, memoryMb: 256 },
    runners: processRunners,
    inline: [],
    shrinkAttemptsMax: 100,
  };
  const runTarget = { target, settings };
  const campaign = await runCampaign(runTarget, { runsMax: 200, timeMsMax: 20_000 });
  expect(campaign.suspects).toHaveLength(kinds.length);
  const corpusFolder = project.path("corpus");
  const given = { ...campaign, corpusFolder };
  const [none, processMs] = await timed(proveAll({ ...given, timeMsMax: 0 }, runTarget));
  expect(none.notes).toEqual([
    "12 of 12 failures were not re-checked or minimised: the 0 s to prove failures and make them " +
      "small were over; replay one, or explore again",
  ]);
  const line = chaosFile.split("\n").findIndex((text) => text.endsWith("// here")) + 1;
  for (const { isUnproven, isConfirmed, place } of none.findings) {
    expect([isUnproven, isConfirmed, place?.line]).toEqual([true, false, line]);
  }
  const [first] = none.findings;
  expect((await project.told("replay", first?.trace ?? "")).code).toBe(1);
  const [some, tookMs] = await timed(proveAll({ ...given, timeMsMax: 3_000 }, runTarget));
  // A process that is just being started is waited for, and all of them would take twice twelve.
  expect(tookMs).toBeLessThan(3_000 + 8 * processMs);
  expect(some.findings).toHaveLength(kinds.length);
  const one = { ...given, suspects: campaign.suspects.slice(0, 1), timeMsMax: 30_000 };
  const proven = await proveAll(one, runTarget);
  expect([proven.findings[0]?.isConfirmed, proven.notes]).toEqual([true, []]);
  const again = await knownSuspects(runTarget, corpusFolder, { timeMsMax: 10_000 });
  expect([again.suspects.length, again.notes]).toEqual([kinds.length, []]);
  await scanProves(campaign, runTarget);
  const late = await knownSuspects(runTarget, corpusFolder, { timeMsMax: 0 });
  expect(late.suspects).toEqual([]);
  expect(late.notes).toEqual(["12 entries of the corpus were not run again: 0 s were over"]);
});

test("a scan whose time is over before a target was called often enough is unknown", async () => {
  const source = `export function spin(n: number): number {
    for (let i = 0; i < 2e7; i++) n ^= i;
    return n;
  }`;
  const project = new TempProject({ "src/a.ts": source, "tsconfig.json": "{}" });
  const told = await project.told("scan", "src/a.ts", "--time", "3", "--workers", "1");
  expect([told.code, told.because]).toEqual([3, "the time was over before all was called"]);
  // A busy machine may have read the types by then, and no more.
  const { left, unfinished } = told.summary;
  expect(Number(left) + Number(unfinished)).toBe(1);
  expect(told.notes[0]).toMatch(/^not (finished|reached) in time: src\/a\.ts:spin$/);
});

// --- inside ---

async function scanProves(campaign: CampaignOutcome, runTarget: RunTarget): Promise<void> {
  const own = { name: "many", module: "many.chaos.ts", calls: [], isWeak: false };
  const claimed = {
    claims: new Map(),
    confirmed: {},
    hasFaults: false,
    target: { ...own, harness: "fresh" as const },
  };
  const time = new ScanTime({ timeMsMax: 0, provingMsMax: 0 });
  const budget = { shrinkMsMax: 10_000, requiresReplay: true, time };
  const { proven } = await proveCalls(claimed, campaign, { runTarget, budget });
  const why = "there was no time to show it again in a fresh process";
  expect(proven).toHaveLength(5);
  for (const { finding } of proven) {
    expect(finding).toMatchObject({ isUnproven: true, evidence: { level: "exploratory", why } });
  }
}

async function timed<T>(work: Promise<T>): Promise<readonly [result: T, ms: number]> {
  const startMs = performance.now();
  const result = await work;
  return [result, performance.now() - startMs];
}
