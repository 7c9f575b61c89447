// Searches of one target in one way, a seed after the other, for bench:guidance: how many runs and
// how much processor time each took to the bug, in the product's own worker.
import { Bench, demandSteps } from "./subject-runs.mjs";
import { exploreWay, loadWay } from "./ways.mjs";

/** The searches of the first so many seeds; each way has a process, so that none warms another. */
export async function searches({ file, way, count, limitsOf }) {
  const bench = await Bench.open();
  try {
    const found = [];
    for (let at = 0; at < count; at++) {
      const limits = { seed: at + 1, ...limitsOf(at) };
      found.push(await search(bench, { file, way }, limits));
    }
    return found;
  } finally {
    await bench.close();
  }
}

// --- inside ---

/** A worker goes on after a sighting, so a search grows until there is one. */
const firstRuns = 256;

/**
 * First it is found out in which run the bug shows. Then the search is made again, with a subject
 * that is loaded anew, to that run and no further: only that is measured. Both must agree.
 */
async function search(bench, { file, way }, { seed, runsMax, msMax, stepsPerRun }) {
  const load = loadWay(way, { stepsPerRun });
  const sighted = await bench.load(file, load, async ({ explore, declared }) => {
    const how = { seed, ...exploreWay(way, declared) };
    const began = performance.now();
    let [nextRun, used] = [0, 0];
    for (let size = firstRuns; nextRun < runsMax; size *= 2) {
      const leftMs = msMax - used;
      if (leftMs <= 0) break;
      const more = Math.min(size, runsMax - nextRun);
      const limits = { fromRun: nextRun, runsMax: more, timeMsMax: 10 * leftMs };
      const found = await explore({ ...how, ...limits, isContinued: nextRun > 0 });
      demand(`${file}, ${way}`, found);
      [nextRun, used] = [found.nextRun, used + found.processorMs];
      if (found.sightings.length > 0) return { runIndex: found.sightings[0].runIndex };
      if (performance.now() - began > 10 * msMax) break;
    }
    return { runs: nextRun, ms: used };
  });
  if (sighted.runIndex === undefined) return { found: false, ...sighted };
  return bench.load(file, load, async ({ explore, declared }) => {
    const runs = sighted.runIndex + 1;
    const again = await explore({ seed, ...exploreWay(way, declared), runsMax: runs });
    demand(`${file}, ${way}`, again);
    if (again.sightings[0]?.runIndex !== sighted.runIndex) {
      throw new Error(`${file}, ${way}, seed ${seed}: run ${sighted.runIndex} broke only once`);
    }
    return { found: true, runs, ms: again.processorMs };
  });
}

/** The shortest runs have one step; on average there are many more. */
function demand(name, found) {
  if (found.runs === 0) throw new Error(`${name}: nothing was run`);
  if (found.unknownRuns > 0) throw new Error(`${name}: runs came to no verdict`);
  if (found.runs > 50) demandSteps(name, found, 2);
}
