import { cpSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { mlFaults } from "../../src/kernel/faults/packs.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { openSession } from "../../src/runner/worker/subject-session.ts";
import { installWorld } from "../../src/world/install.ts";
import { repository, TempProject } from "./temp-project.ts";

// A small scoring service, `examples/scoring`, under each fault of the packs alone.
beforeAll(() => installWorld());

const everybody = "everybody gets one score";
const newest = "the newest model is used";
const finite = "a score is a number";
const follows = "a score follows from features and weights";
const mean = "the mean income is that of the batch";

/** Which properties each fault breaks in 40 runs; the first that breaks in a run is told. */
const broken: Readonly<Record<string, readonly string[]>> = {
  wrongShape: [everybody],
  dtypeDrift: [mean],
  nanBurst: [finite],
  infBurst: [finite],
  partialBatch: [everybody],
  featureOrderDrift: [follows],
  missingFeature: [follows],
  staleArtifact: [newest],
  versionSkew: [newest],
  corruptWeights: [follows],
};

test("the packs have these faults", () => {
  const faults = mlFaults({ data: "a#b", model: "a#b" });
  expect(faults.map(({ name }) => name)).toEqual(Object.keys(broken).map((kind) => `${kind} a#b`));
});

test.for(Object.entries(broken))("%s alone breaks the service", async ([kind, properties]) => {
  expect(await brokenBy("", kind)).toEqual(properties);
});

test("without a fault the service is right", async () => {
  expect(await brokenBy("", "none")).toEqual([]);
});

test("a service that checks what it is given is right under all of them", async () => {
  expect(await brokenBy("fixed", "default")).toEqual([]);
});

// --- inside ---

const runs = 40;

async function brokenBy(folder: string, exportName: string): Promise<readonly string[]> {
  const project = new TempProject();
  cpSync(path.join(repository, "examples/scoring", folder), project.root, { recursive: true });
  const { maker, execute, paths } = await openSession({
    type: "load",
    projectRoot: project.root,
    file: "scoring.chaos.ts",
    exportName,
    inline: [],
    settings: { stepsPerRun: 20, latencyUsMax: 20_000 },
    drain: undefined,
  });
  const seen = new Set<string>();
  for (let runIndex = 0; runIndex < runs; runIndex++) {
    const decidedBy = { how: "random", seed: 1, runIndex } as const;
    const { identity } = await recordRun({ maker, execute, paths, decidedBy });
    if (identity !== undefined) seen.add(identity.property || identity.message);
  }
  return [...seen].toSorted();
}
