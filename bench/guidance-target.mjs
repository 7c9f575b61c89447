// One benchmark target in a process of its own: runs it with seeds in one way after the other and
// tells for each how many runs and how much time it took to the bug. Started by guidance.mjs.
import path from "node:path";
import { prepareNet } from "../compiled/world/net/install-net.js";
import { exploreRuns } from "../compiled/runner/worker/explore-runs.js";
import { openSession } from "../compiled/runner/worker/subject-session.js";
import { installWorld } from "../compiled/world/install.js";
import { commandRuns } from "./command-models.mjs";
import { processorMs } from "./processor-time.mjs";

const folder = path.join(import.meta.dirname, "targets");
const guidance = { checkpointProb: 0.4, checkpointStrategy: "energy", checkpointsMax: 256 };

const tuples = { tupleStrength: 2, tupleRunsMax: undefined };

/** The ways to search; what is left out of a way is not used. */
const ways = {
  guided: { guidance, swarm: { ruleSwarm: false, ...tuples } },
  random: {},
  "swarm on": { guidance, swarm: { ruleSwarm: true, ...tuples } },
  "no tuples": { guidance },
  // Counted, but nobody looks: what the counters themselves cost.
  counted: { isCounted: true },
};

/** Runs and milliseconds until the bug was found; `found` is false where a limit came first. */
async function explore(target, { way, seed, stepsPerRun = 50, runsMax, msMax, isPatient = false }) {
  const { guidance: guided, swarm, isCounted = guided !== undefined } = ways[way];
  const ruleSwarm = swarm?.ruleSwarm ?? false;
  const session = await openSession({
    type: "load",
    projectRoot: folder,
    file: `${target}.chaos.ts`,
    exportName: "default",
    inline: [],
    settings: { stepsPerRun, latencyUsMax: 20_000, faultToggleProb: 0.3, ruleSwarm },
    coverage: isCounted ? { targetModules: [], ngram: 2 } : undefined,
  });
  const { operations: rules, faults } = session.loaded.declared;
  const isNeeded = swarm !== undefined && (ruleSwarm || faults.length >= swarm.tupleStrength);
  const start = processorMs();
  let found;
  const exploration = {
    ...session,
    coverage: guided === undefined ? undefined : session.coverage,
    seed,
    fromRun: 0,
    timeMsMax: msMax,
    marksEachRun: false,
    guidance: guided,
    swarm: isNeeded ? { ...swarm, rules, faults } : undefined,
    onMark() {},
    onProgress() {},
    onSighting({ runIndex }) {
      found ??= { runs: runIndex + 1, ms: processorMs() - start };
    },
  };
  // The first sighting ends the search, except where only its speed is asked for.
  const isOver = () => found !== undefined && !isPatient;
  Object.defineProperty(exploration, "runsMax", { get: () => (isOver() ? 0 : runsMax) });
  const { runs, tally } = await exploreRuns(exploration);
  const ms = processorMs() - start;
  const steps = [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
  if (isPatient)
    return { found: found !== undefined, runs, steps, ms, rssBytes: process.memoryUsage.rss() };
  return found === undefined ? { found: false, runs, ms } : { found: true, ...found };
}

installWorld();
await prepareNet();
async function answer({ target, way, ...limits }) {
  const result =
    way === "fc.commands"
      ? await commandRuns(target, limits)
      : await explore(target, { way, ...limits });
  process.send(result);
}
process.on("message", (asked) => void answer(asked));
process.send("ready");
