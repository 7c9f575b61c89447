// Campaigns of fuzz tests in the product's own worker, for bench:fuzz: how many inputs a second of
// the processor, and how much of it until something broke.
import { Bench } from "./subject-runs.mjs";

const guidance = { checkpointProb: 0.4, checkpointStrategy: "energy", checkpointsMax: 256 };
const load = { settings: {}, coverage: { targetModules: [], ngram: 1 } };
/** A worker goes on after a sighting, so a search grows until there is one. */
const firstRuns = 256;
const memoryParts = 10;

/** Inputs a second, once warm, and how memory grew between a tenth of the inputs and the end. */
export async function speedOf(file, { warmRuns, runs }) {
  return inBench(async (bench) => {
    const use = async ({ explore, declared, residentBytes }) => {
      const how = { seed: 1, guidance, input: declared.input };
      let fromRun = 0;
      const more = async (count) => {
        const found = await explore({ ...how, fromRun, runsMax: count, isContinued: fromRun > 0 });
        demand(file, found);
        if (found.sightings.length > 0) throw new Error(`${file}: ${found.sightings[0].message}`);
        fromRun = found.nextRun;
        return found;
      };
      await more(warmRuns);
      const parts = [];
      const bytes = [];
      for (let part = 0; part < memoryParts; part++) {
        parts.push(await more(Math.ceil(runs / memoryParts)));
        bytes.push(residentBytes());
      }
      const done = parts.reduce((sum, found) => sum + found.runs, 0);
      const ms = parts.reduce((sum, found) => sum + found.processorMs, 0);
      return { aSecond: (done / ms) * 1_000, growth: bytes.at(-1) / bytes[0] };
    };
    return bench.load(file, load, use);
  });
}

/** How long each of the first so many seeds takes; each is loaded anew in a warm process. */
export async function mazeTimes(file, { seeds, runsMax }) {
  return inBench(async (bench) => {
    const times = [];
    for (let seed = 1; seed <= seeds; seed++) times.push(await solve(bench, file, seed, runsMax));
    return times;
  });
}

// --- inside ---

async function inBench(use) {
  const bench = await Bench.open();
  try {
    return await use(bench);
  } finally {
    await bench.close();
  }
}

/** What came after the failing input in the same stretch counts along, which is to our loss. */
function solve(bench, file, seed, runsMax) {
  return bench.load(file, load, async ({ explore, declared }) => {
    const how = { seed, guidance, input: declared.input };
    let [fromRun, ms] = [0, 0];
    for (let size = firstRuns; fromRun < runsMax; size *= 2) {
      const limits = { fromRun, runsMax: Math.min(size, runsMax - fromRun) };
      const found = await explore({ ...how, ...limits, isContinued: fromRun > 0 });
      demand(file, found);
      ms += found.processorMs;
      const [sighting] = found.sightings;
      if (sighting !== undefined) return { isSolved: true, runs: sighting.runIndex + 1, ms };
      fromRun = found.nextRun;
    }
    return { isSolved: false, runs: fromRun, ms };
  });
}

function demand(file, { runs, unknownRuns }) {
  if (!(runs > 0)) throw new Error(`${file}: nothing was run, so nothing is measured`);
  if (unknownRuns > 0) throw new Error(`${file}: ${unknownRuns} of ${runs} came to no verdict`);
}
