import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/index.ts";
import type { Finding } from "../../src/kernel/result/finding.ts";
import { TempProject } from "./temp-project.ts";
import { processRunners } from "../../src/runner/process/process-runners.ts";

const broken = `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "broken",
  setup: () => ({ jobs: 0 }),
  rules: {
    add: { run: (queue) => void (queue.jobs += 1) },
    take: { run: (queue) => void (queue.jobs -= 1) },
  },
  invariants: { "no job is taken twice": (queue) => queue.jobs >= 0 },
});
`;
const healthy = broken.replace("queue.jobs -= 1", "queue.jobs -= 0").replace('"broken"', '"fine"');

const settings = {
  seed: 1,
  run: { stepsPerRun: 10, latencyUsMax: 0 },
  limits: { runTimeoutMs: 5_000, memoryMb: 256 },
  runners: processRunners,
  inline: [],
  shrinkAttemptsMax: 200,
};

test("--bail stops at the first failure that is proven, and runs no further subject", async () => {
  const project = new TempProject({
    "a.chaos.ts": healthy,
    "b.chaos.ts": broken,
    "c.chaos.ts": broken,
  });
  const flags = ["--time", "120", "--runs", "1000000000", "--bail"];
  const told = await project.told("explore", "b.chaos.ts", "c.chaos.ts", ...flags);
  expect(told.code).toBe(1);
  expect(told.findings).toHaveLength(1);
  expect(told.findings[0]).toMatchObject({ confirmed: true, subject: "broken" });
  expect(told.summary.runs).toBeLessThan(1_000_000_000);
});

test("without files every chaos file here is explored", async () => {
  const project = new TempProject({ "a.chaos.ts": healthy, "tests/b.chaos.ts": broken });
  const told = await project.told("explore", "--runs", "50");
  expect(told.code).toBe(1);
  expect(told.findings.map(({ subject }) => subject)).toEqual(["broken"]);
  expect(told.summary.runs).toBe(100);
});

test("a failure is proven while the search goes on, and an interrupt keeps the proof", async () => {
  const project = new TempProject({ "b.chaos.ts": broken });
  const target = { projectRoot: project.root, file: "b.chaos.ts", exportName: "default" };
  const interruption = new AbortController();
  const proven: Finding[] = [];
  const campaign = (signal: AbortSignal): ReturnType<typeof explore> =>
    explore({
      target,
      settings,
      runsMax: Number.MAX_SAFE_INTEGER,
      timeMsMax: 240_000,
      signal,
      tell: (event) => {
        if (event.type !== "finding") return;
        proven.push(event.finding);
        interruption.abort();
      },
    });
  const result = await campaign(interruption.signal);
  expect(proven).toHaveLength(1);
  expect(result.findings[0]).toMatchObject({ isConfirmed: true, story: proven[0]?.story });
  const trace = project.read(`.gauntlet/findings/${result.findings[0]?.id}/finding.json`);

  // Another campaign that is interrupted before it proves anything tells the earlier proof.
  const again = new AbortController();
  const second = explore({
    target,
    settings,
    runsMax: Number.MAX_SAFE_INTEGER,
    timeMsMax: 240_000,
    signal: again.signal,
    tell: (event) => void (event.type === "runs" && event.findings > 0 && again.abort()),
  });
  const { findings } = await second;
  expect(findings[0]?.story.length).toBeGreaterThan(0);
  expect(JSON.parse(trace)).toMatchObject({ isConfirmed: true });
  const kept = project.read(`.gauntlet/findings/${findings[0]?.id}/finding.json`);
  expect(JSON.parse(kept)).toMatchObject({ isConfirmed: true });
});

test("what was made small is not replaced by a proof that was not made small", async () => {
  const looks = ["one", "two", "three", "four"].map((name) => `${name}: { run: () => {} },`);
  const noisy = broken
    .replace("rules: {", `rules: { ${looks.join(" ")}`)
    .replace("queue.jobs += 1", "queue.jobs += 0")
    .replace("queue.jobs >= 0", "queue.jobs > -3");
  const [project, other] = [noisy, noisy].map((text) => new TempProject({ "b.chaos.ts": text }));
  const long = { ...settings, run: { ...settings.run, stepsPerRun: 30 } };
  const campaign = (isHurried: boolean, projectRoot = project?.root ?? "") =>
    explore({
      target: { projectRoot, file: "b.chaos.ts", exportName: "default" },
      settings: isHurried ? { ...long, seed: 7, shrinkAttemptsMax: 0 } : long,
      runsMax: isHurried ? 10 : 50,
      timeMsMax: 60_000,
    });
  const [small] = (await campaign(false)).findings;
  const file = project?.path(`.gauntlet/findings/${small?.id}/trace.jsonl.gz`) ?? "";
  const trace = readFileSync(file);
  const [alone] = (await campaign(true, other?.root)).findings;
  expect(alone).toMatchObject({ id: small?.id, isConfirmed: true });
  expect(alone?.shrunk.to).toBeGreaterThan(small?.shrunk.to ?? 0);

  const [again] = (await campaign(true)).findings;
  expect(again).toMatchObject({ id: small?.id, isConfirmed: true, story: small?.story });
  expect(readFileSync(file).equals(trace)).toBe(true);
  // Once the code is another, what shows its failure takes the place of what showed the old one's.
  project?.write("b.chaos.ts", noisy.replace("one: {", "other: {"));
  await campaign(true);
  expect(readFileSync(file).equals(trace)).toBe(false);
});
