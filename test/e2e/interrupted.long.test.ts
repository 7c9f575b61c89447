import { expect, test } from "vitest";
import { explore } from "../../src/engines/explore/index.ts";
import { proveAll } from "../../src/engines/explore/prove-all.ts";
import { runCampaign } from "../../src/campaign/campaign.ts";
import { TempProject } from "./temp-project.ts";
import { processRunners } from "../../src/runner/process/process-runners.ts";

const settings = {
  seed: 1,
  run: { stepsPerRun: 10, latencyUsMax: 0 },
  limits: { runTimeoutMs: 5_000, memoryMb: 256 },
  runners: processRunners,
  inline: [],
  shrinkAttemptsMax: 100,
};

test("whoever interrupts hears what was counted, and no claim about what was not", async () => {
  const project = new TempProject({
    "queue.chaos.ts": `
import { chaosTest, sometimes } from "gauntlet";
export default chaosTest({
  name: "queue",
  setup: () => ({ jobs: 0 }),
  rules: {
    add: { run: (queue) => void (queue.jobs += 1) },
    take: { run: (queue) => void (queue.jobs -= 1) },
    look: { run: (queue) => sometimes(queue.jobs > 1, "jobs wait") },
    never: { run: (queue) => sometimes(queue.jobs > 99, "the queue is full") },
  },
  invariants: { "no job is taken twice": (queue) => queue.jobs > -3 },
});
`,
  });
  const target = { projectRoot: project.root, file: "queue.chaos.ts", exportName: "default" };
  const interruption = new AbortController();
  const { because, findings, properties } = await explore({
    target,
    settings,
    runsMax: Number.MAX_SAFE_INTEGER,
    timeMsMax: 60_000,
    signal: interruption.signal,
    tell: (event) => {
      if (event.type === "runs" && event.seconds > 2.5) interruption.abort();
    },
  });

  // Nothing is said of `the queue is full`, which no run has seen: the campaign was not let end.
  expect(findings.map(({ identity }) => identity.property)).toEqual(["no job is taken twice"]);
  expect(findings[0]?.occurrences).toBeGreaterThan(1);
  expect(because).toBe("interrupted");
  const waits = properties?.find(({ name }) => name === "jobs wait");
  expect(waits?.held).toBeGreaterThan(1);
});

test("whoever interrupts while failures are proven gets the rest as it was seen", async () => {
  const kinds = "abcdefghijklmnopqrstuvwx".split("");
  const project = new TempProject({
    "many.chaos.ts": `
import { chaosTest } from "gauntlet";
const fail = (kind) => { throw new Error("bug " + kind); };
const rules = ${JSON.stringify(kinds)}.map((kind) => [kind, { run: () => fail(kind) }]);
export default chaosTest({ name: "many", setup: () => ({}), rules: Object.fromEntries(rules) });
`,
  });
  const target = { projectRoot: project.root, file: "many.chaos.ts", exportName: "default" };
  const court = { target, settings };
  const { suspects, loaded } = await runCampaign(court, { runsMax: 400, timeMsMax: 20_000 });
  expect(suspects).toHaveLength(kinds.length);

  const signal = AbortSignal.abort();
  const { findings, notes } = await proveAll(
    { suspects, loaded, timeMsMax: 600_000, signal },
    court,
  );

  expect(findings).toHaveLength(kinds.length);
  expect(notes[0]).toMatch(
    /of 24 failures were not re-checked or minimised: interrupted before they were proven/,
  );
});

test("whoever interrupts while the code is loaded does not wait for that", async () => {
  const project = new TempProject({
    "slow.chaos.ts": `
import { chaosTest } from "gauntlet";
let sum = 0;
for (let at = 0; at < 1e12; at++) sum += at % 7;
export default chaosTest({ name: "slow", setup: () => ({ sum }), rules: {} });
`,
  });
  const target = { projectRoot: project.root, file: "slow.chaos.ts", exportName: "default" };
  const interruption = new AbortController();
  const timer = setTimeout(() => interruption.abort(), 1_000);
  const startMs = performance.now();
  const budget = { runsMax: 10, timeMsMax: 60_000, signal: interruption.signal };
  const result = await explore({ target, settings, ...budget });
  clearTimeout(timer);

  expect([result.verdict, result.because, result.summary.runs]).toEqual([
    "unknown",
    "interrupted",
    0,
  ]);
  expect(result.notes).toEqual(["interrupted while the code was being loaded"]);
  // Loading may take 30 s before it is taken for hung.
  expect(performance.now() - startMs).toBeLessThan(15_000);
});
