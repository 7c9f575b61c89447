// What exploring with counters and guidance costs, against the same subject without them:
// npm run bench:explore [-- --runs 20000]. Needs a build. Times are processor time.
import { fork } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { median } from "./paired-ratio.mjs";

const { values } = parseArgs({ options: { runs: { type: "string", default: "20000" } } });
const runsMax = Number(values.runs);
const rounds = 3;

/** One that only changes numbers, one that waits, one with faults: from all overhead to little. */
const targets = ["deep-sequence-8", "overlapping-race", "fault-pair"];
const goals = {
  counted: { what: "counters, runs a second", least: 0.5 },
  guided: { what: "guidance, runs a second", least: 0.5 },
};
const memoryMost = 1.5;

/** The middle of some searches of the same seed, in a process of their own. */
async function measure(target, way) {
  const child = fork(path.join(import.meta.dirname, "guidance-target.mjs"), [], {
    execArgv: ["--no-allocation-site-pretenuring"],
  });
  const answer = () => new Promise((resolve) => child.once("message", resolve));
  await answer();
  const found = [];
  // The first one warms up.
  for (let round = 0; round <= rounds; round++) {
    child.send({ target, way, seed: 1, runsMax, msMax: 60_000, isPatient: true });
    found.push(await answer());
  }
  child.disconnect();
  const warm = found.slice(1);
  return {
    runs: median(warm.map(({ runs, ms }) => (runs / ms) * 1_000)),
    steps: median(warm.map(({ steps, ms }) => (steps / ms) * 1_000)),
    mb: Math.max(...warm.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
  };
}

const whole = (number) => Math.round(number).toLocaleString("en");
for (const target of targets) {
  const plain = await measure(target, "random");
  console.log(`\n${target}`);
  const tell = (way, { runs, steps, mb }) =>
    console.log(
      `  ${way.padEnd(8)} ${whole(runs).padStart(9)} runs/s ${whole(steps).padStart(11)} steps/s` +
        ` ${whole(mb).padStart(5)} MB`,
    );
  tell("plain", plain);
  for (const [way, { what, least }] of Object.entries(goals)) {
    const measured = await measure(target, way);
    tell(way, measured);
    const speed = measured.runs / plain.runs;
    const memory = measured.mb / plain.mb;
    const verdict = (isMet) => (isMet ? "met" : "missed");
    console.log(
      `    ${what.padEnd(26)} ${speed.toFixed(2)}×  ≥ ${least}×  ${verdict(speed >= least)}`,
    );
    console.log(
      `    ${"memory of the worker".padEnd(26)} ${memory.toFixed(2)}×  ≤ ${memoryMost}×` +
        `  ${verdict(memory <= memoryMost)}`,
    );
  }
}
