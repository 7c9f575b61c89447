import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import type { Decision } from "../../src/kernel/decisions/decision.ts";
import type { ProjectPaths } from "../../src/kernel/failure/identity.ts";
import { tellStory } from "../../src/kernel/result/story.ts";
import { type Execute, executeWith, probeDrain } from "../../src/runner/loop/drain.ts";
import { exploreRuns } from "../../src/runner/worker/explore-runs.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { RunMaker } from "../../src/runner/worker/run-maker.ts";
import { shrinkRuns } from "../../src/runner/worker/shrink-runs.ts";
import type { PreparedGraph } from "../../src/subject/loader/index.ts";
import { installWorld } from "../../src/world/install.ts";
import { loadKinds } from "../../src/subject/kinds/index.ts";

const { subjectOf } = await loadKinds();

/** What exploring, shrinking and replaying a definition in this process gave. */
export interface Smallest {
  /** The story without its last line, each line as `what detail`. */
  readonly story: readonly string[];
  /** The message or property that broke. */
  readonly broken: string;
  readonly decisions: readonly Decision[];
  readonly key: string;
  /** Keys of all failures that were seen. */
  readonly keys: readonly string[];
  /** How many runs it took to see the first failure. */
  readonly firstRun: number;
  /** How often a strict replay showed the same identity, of `replays`. */
  readonly replayed: number;
}

export interface SmallestOptions {
  readonly runs?: number;
  readonly seed?: number;
  readonly attempts?: number;
  readonly replays?: number;
  readonly stepsPerRun?: number;
  /** Which of several failures to make small, by its property or message. */
  readonly wanted?: string;
}

/** Makes runs of a definition that lives in this process; there is no graph to make fresh. */
export function makerOf(definition: () => SubjectDefinition, stepsPerRun = 50): RunMaker {
  const graph = {
    entry: "inline.chaos.ts",
    instantiate: () => ({ default: definition() }),
  } as unknown as PreparedGraph;
  const settings = { stepsPerRun, latencyUsMax: 20_000 };
  const file = "inline.chaos.ts";
  const parts = { graph, file, exportName: "default", settings, isEverythingFresh: false };
  return new RunMaker({ ...parts, subjectOf });
}

/** Every test file is the project: there are no frames to tell apart. */
export const noPaths: ProjectPaths = { inProject: () => undefined };

/** The way to execute runs here; the world is installed once. */
export async function executor(): Promise<Execute> {
  installWorld();
  return executeWith(await probeDrain());
}

/** Explores by chance; gives every failure with its first run and its decisions. */
export async function sightings(
  definition: () => SubjectDefinition,
  options: { readonly runs: number; readonly seed: number; readonly stepsPerRun?: number },
): Promise<readonly Sighting[]> {
  const seen: Sighting[] = [];
  await exploreRuns({
    maker: makerOf(definition, options.stepsPerRun),
    execute: await executor(),
    paths: noPaths,
    seed: options.seed,
    fromRun: 0,
    runsMax: options.runs,
    timeMsMax: 60_000,
    marksEachRun: false,
    onMark: () => {},
    onProgress: () => {},
    onSighting: (sighting) => void seen.push(sighting),
  });
  return seen;
}

export type Sighting = Parameters<Parameters<typeof exploreRuns>[0]["onSighting"]>[0];

/** Finds a failure, makes it small and tells it. */
export async function smallest(
  definition: () => SubjectDefinition,
  options: SmallestOptions = {},
): Promise<Smallest> {
  const { runs = 2_000, seed = 1, stepsPerRun = 50, attempts = 500, replays = 20 } = options;
  const seen = await sightings(definition, { runs, seed, stepsPerRun });
  const { wanted } = options;
  const found = seen.find(
    ({ failure }) =>
      wanted === undefined || failure.property === wanted || failure.message === wanted,
  );
  if (found === undefined) throw new Error(`no failure in ${runs} runs`);
  const maker = makerOf(definition, stepsPerRun);
  const execute = await executor();
  const { key } = found.identity;
  const parts = { maker, execute, paths: noPaths };
  const shrunk = await shrinkRuns({
    ...parts,
    failing: found.decisions,
    key,
    attemptsMax: attempts,
    onProgress: () => {},
  });
  const strict = { how: "strict", decisions: shrunk.decisions } as const;
  let replayed = 0;
  for (let at = 0; at < replays; at++) {
    const again = await recordRun({ ...parts, decidedBy: strict });
    if (again.identity?.key === key) replayed += 1;
  }
  const { outcome, events } = await recordRun({ ...parts, decidedBy: strict });
  const failure = outcome.failure ?? found.failure;
  return {
    story: tellStory(events, failure)
      .slice(0, -1)
      .map(({ what, detail }) => `${what} ${detail}`.trim()),
    broken: failure.property ?? failure.message,
    decisions: shrunk.decisions,
    key,
    keys: seen.map(({ identity }) => identity.key),
    firstRun: found.runIndex,
    replayed,
  };
}
