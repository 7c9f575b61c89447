import { expect, test } from "vitest";
import type { CampaignSettings } from "../../campaign/settings.ts";
import { seedsFrom } from "./ablate.ts";
import { traitsOf, variantsOf } from "./variants.ts";
import { processRunners } from "../../runner/process/process-runners.ts";

const guidance = {
  checkpointProb: 0.4,
  checkpointStrategy: "energy",
  maxCheckpoints: 256,
  targetModules: [],
  ngram: 2,
} as const;

const given: CampaignSettings = {
  seed: 1,
  run: { stepsPerRun: 50, latencyUsMax: 0 },
  limits: { runTimeoutMs: 5_000, memoryMb: 512 },
  runners: processRunners,
  inline: [],
  shrinkAttemptsMax: 0,
};

function told(settings: CampaignSettings): readonly string[] {
  return variantsOf(settings, guidance).map(({ name, settings: own }) => {
    const { strategy, guidance: isGuided, checkpointStrategy, swarm } = traitsOf(own);
    const isSwarmed = swarm && own.run.ruleSwarm === true;
    const guided = isGuided ? ` guided by ${checkpointStrategy}` : "";
    return `${name}: ${strategy}${guided}${isSwarmed ? " swarmed" : ""}`;
  });
}

test("each variant differs from what is given in one thing, whichever way that stands", () => {
  expect(told(given)).toEqual([
    "as configured: random",
    "with guidance: random guided by energy",
    "with swarm: random swarmed",
    "fifo: fifo",
    "pct: pct",
    "dfs: dfs",
  ]);
  const swarm = { ruleSwarm: true, faultTuples: 2, tupleRuns: undefined };
  const run = { ...given.run, ruleSwarm: true };
  expect(told({ ...given, strategy: "pct", guidance, swarm, run })).toEqual([
    "as configured: pct guided by energy swarmed",
    "without guidance: pct swarmed",
    "without swarm: pct guided by energy",
    "random: random guided by energy swarmed",
    "fifo: fifo guided by energy swarmed",
    "dfs: dfs",
    "uniform checkpoints: pct guided by uniform swarmed",
    "recent checkpoints: pct guided by recent swarmed",
  ]);
  const recent = { ...guidance, checkpointStrategy: "recent" } as const;
  expect(told({ ...given, guidance: recent }).slice(-2)).toEqual([
    "energy checkpoints: random guided by energy",
    "uniform checkpoints: random guided by uniform",
  ]);
});

test("a search of everything is compared with other strategies alone", () => {
  expect(told({ ...given, strategy: "dfs", guidance })).toEqual([
    "as configured: dfs",
    "random: random guided by energy",
    "fifo: fifo guided by energy",
    "pct: pct guided by energy",
  ]);
});

test("seeds follow from the first and are all different", () => {
  expect(seedsFrom(42, 3)).toEqual([42, 43, 44]);
  expect(seedsFrom("word", 3)).toEqual(["word", "word-2", "word-3"]);
  expect(seedsFrom(Number.MAX_SAFE_INTEGER, 3)).toEqual([Number.MAX_SAFE_INTEGER, 1, 2]);
});
