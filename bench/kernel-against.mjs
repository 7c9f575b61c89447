// Two built checkouts side by side, for bench:kernel -- --against DIR. Both processes of a pair
// live at the same time and take short turns, so that both see the same machine; what is compared
// is processor time a run, which does not count what else the machine does.
import { ownRoot } from "./product.mjs";
import { median } from "./paired-ratio.mjs";
import { Bench, demandHeld } from "./subject-runs.mjs";

const goal = 0.95;
const sliceMs = 100;
/** On a busy machine a slice may be hardly more than one run, whose length says nothing. */
const runsMin = 50;

/** Prints a row for each case; `demandWork` throws where a slice did less than its work. */
export async function compareCheckouts({ other, cases, settings, demandWork, isSmoke }) {
  const [pairs, warmSlices, slices] = isSmoke ? [1, 1, 1] : [7, 15, 20];
  for (const [name, { file }] of Object.entries(cases)) {
    const ratios = [];
    for (let pair = 0; pair < pairs; pair++) {
      const benches = [await Bench.open(ownRoot), await Bench.open(other)];
      try {
        const turns = await both(benches, { file, settings }, async (subjects) => {
          const costs = subjects.map((subject) => sliceOf(name, subject, demandWork));
          for (const cost of costs) for (let i = 0; i < warmSlices; i++) await cost();
          return inTurns(costs, slices);
        });
        ratios.push(median(turns));
      } finally {
        for (const bench of benches) await bench.close();
      }
    }
    say(name, ratios, isSmoke);
  }
}

// --- inside ---

function both([own, other], { file, settings }, use) {
  return own.load(file, { settings }, (first) =>
    other.load(file, { settings }, (second) => use([first, second])),
  );
}

/** What a run of the next slice takes of the processor. */
function sliceOf(name, { explore }, demandWork) {
  let nextRun = 0;
  return async () => {
    const taken = { runs: 0, steps: 0, wakes: 0, processorMs: 0 };
    while (taken.runs < runsMin) {
      const found = await explore({ fromRun: nextRun, timeMsMax: sliceMs });
      demandHeld(name, found);
      for (const count of Object.keys(taken)) taken[count] += found[count];
      nextRun = found.nextRun;
    }
    demandWork(name, taken);
    return taken.processorMs / taken.runs;
  };
}

/** How many times as fast the first one is; who begins changes from turn to turn. */
async function inTurns(costs, slices) {
  const ratios = [];
  for (let turn = 0; turn < slices; turn++) {
    const taken = [];
    for (const at of turn % 2 === 0 ? [0, 1] : [1, 0]) taken[at] = await costs[at]();
    ratios.push(taken[1] / taken[0]);
  }
  return ratios;
}

function say(name, ratios, isSmoke) {
  const ratio = median(ratios);
  const verdict = isSmoke ? "not judged" : ratio >= goal ? "met" : "missed";
  const spread = `(${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
  console.log(
    `${name.padEnd(10)} runs/s ${ratio.toFixed(2)}× ${spread}   goal ≥ ${goal}×   ${verdict}`,
  );
}
