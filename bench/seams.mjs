// What a seam costs while no fault of it is on, against the same code without one, in the product's
// own worker, by processor time: node bench/seams.mjs. Needs a build.
//   --smoke          a few runs each, no verdicts on speed: shows that every case does its work
//   --fixtures DIR   the subjects that are run, instead of those in bench/fixtures/seams
import path from "node:path";
import { parseArgs } from "node:util";
import { atMost } from "./goals.mjs";
import { median } from "./paired-ratio.mjs";
import { Bench, demandHeld, demandSteps } from "./subject-runs.mjs";

const { values: flags } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    fixtures: { type: "string", default: path.join(import.meta.dirname, "fixtures/seams") },
  },
});
const isSmoke = flags.smoke;
const [runsMax, rounds] = isSmoke ? [3, 1] : [300, 9];
/** Bodies that do next to nothing show the cost; those that work show what a user would notice. */
const goals = { sum: 2, method: 2, text: 1.1, map: 1.3 };

console.log(`node ${process.version}; an idle seam against none, by processor time`);
for (const [rule, most] of Object.entries(goals)) {
  const ratios = await compare(rule);
  atMost(`calls of \`${rule}\``, median(ratios), most, isSmoke);
}

/** Both live at the same time and take turns, so that both see the same machine. */
async function compare(rule) {
  const benches = { plain: await Bench.open(), seams: await Bench.open() };
  try {
    return await loaded(benches.plain, "plain", rule, (plain) =>
      loaded(benches.seams, "seams", rule, async (seams) => {
        const ratios = [];
        // The first two warm up.
        for (let round = isSmoke ? 0 : -2; round < rounds; round++) {
          const none = await cost(plain, `${rule}, none`);
          const idle = await cost(seams, `${rule}, idle`);
          if (round >= 0) ratios.push(idle / none);
        }
        return ratios;
      }),
    );
  } finally {
    for (const bench of Object.values(benches)) await bench.close();
  }
}

function loaded(bench, name, rule, use) {
  const file = path.join(flags.fixtures, `${name}.chaos.ts`);
  // No fault is ever switched on.
  const settings = { stepsPerRun: 1, faultToggleProb: 0 };
  return bench.load(file, { settings, exportName: rule }, use);
}

async function cost({ explore }, name) {
  const found = await explore({ runsMax });
  demandHeld(name, found);
  demandSteps(name, found, 1);
  return found.processorMs / found.runs;
}
