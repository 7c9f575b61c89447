import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/index.ts";
import type { Finding } from "../../src/kernel/finding.ts";
import { TempProject } from "./temp-project.ts";

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
      onProven: (finding) => {
        proven.push(finding);
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
    onProgress: ({ findings }) => void (findings > 0 && again.abort()),
  });
  const { findings } = await second;
  expect(findings[0]?.story.length).toBeGreaterThan(0);
  expect(JSON.parse(trace)).toMatchObject({ isConfirmed: true });
  const kept = project.read(`.gauntlet/findings/${findings[0]?.id}/finding.json`);
  expect(JSON.parse(kept)).toMatchObject({ isConfirmed: true });
});
