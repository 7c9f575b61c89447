// What a second worker brings: runs a second and bugs found by two processes against one, as the
// median of five alternating pairs, each with a seed of its own, since how long runs are depends on
// what a search goes on from: npm run bench:workers [-- seconds]. Needs a build and two free cores.
// Two searches at once that share nothing tell what the machine gives: more is not to be had.
//   --smoke          a second each, one seed, no verdicts: shows that every search does its work
//   --examples DIR   the folder with the subjects, instead of examples
import { setTimeout as wait } from "node:timers/promises";
import { availableParallelism, cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { median } from "./paired-ratio.mjs";
import { campaigns, ownRoot } from "./product.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    examples: { type: "string", default: path.join(ownRoot, "examples") },
  },
});
const isSmoke = flags.smoke;
const goal = 1.6;
const pairs = isSmoke ? 1 : 5;
// In the first two seconds, compiling takes a second core.
const seconds = Number(positionals[0] ?? (isSmoke ? 1 : 10));
const { search, settingsIn } = await campaigns();
const subjects = [
  ["inventory", "inventory.chaos.ts"],
  ["tickets", "tickets.chaos.ts"],
];

async function searched(projectRoot, file, { workers, seed }) {
  const settings = await settingsIn(projectRoot, { workers, seed });
  const target = { projectRoot, file, exportName: "default" };
  let end = { runs: 0, seconds: 1, steps: 0 };
  const found = await search(
    { target, settings },
    {
      runsMax: Number.MAX_SAFE_INTEGER,
      timeMsMax: seconds * 1_000,
      tell: (news) => void (news.type === "runs" && (end = news)),
    },
  );
  const { runs } = found;
  if (!(runs > 0)) throw new Error(`${file}: ${workers} workers ran nothing`);
  if (!(end.steps > 0)) throw new Error(`${file}: ${runs} runs took no step`);
  const bugs = found.suspects.map(({ identity }) => identity.key);
  return { runsPerSecond: found.runs / end.seconds, bugs };
}

/** The share of all cores that others use while nothing runs here. */
async function busyShare() {
  const sum = () =>
    cpus().reduce(
      ([idle, all], { times }) => [
        idle + times.idle,
        all + Object.values(times).reduce((a, b) => a + b, 0),
      ],
      [0, 0],
    );
  const [idleBefore, allBefore] = sum();
  await wait(2_000);
  const [idle, all] = sum();
  return 1 - (idle - idleBefore) / (all - allBefore);
}

const busy = isSmoke ? 0 : await busyShare();
let isBusy = isSmoke || busy > 0.1;
const remark =
  isBusy && !isSmoke ? "; something else is running, so whether it is fast enough is unknown" : "";
console.log(`${availableParallelism()} cores, ${Math.round(busy * 100)} % in use${remark}`);

for (const [folder, file] of subjects) {
  const root = path.join(path.resolve(flags.examples), folder);
  const speeds = { 1: [], 2: [] };
  const bugs = { 1: new Set(), 2: new Set() };
  const ratios = [];
  const apart = [];
  for (let seed = 1; seed <= pairs; seed++) {
    const order = seed % 2 === 0 ? [1, 2] : [2, 1];
    const found = {};
    for (const workers of order) {
      const result = await searched(root, file, { workers, seed });
      found[workers] = result.runsPerSecond;
      speeds[workers].push(result.runsPerSecond);
      for (const key of result.bugs) bugs[workers].add(key);
    }
    ratios.push(found[2] / found[1]);
    const alone = { workers: 1, seed };
    const both = await Promise.all([searched(root, file, alone), searched(root, file, alone)]);
    apart.push((both[0].runsPerSecond + both[1].runsPerSecond) / found[1]);
  }
  isBusy ||= (await busyShare()) > 0.1; // with --smoke nothing is judged
  const ratio = median(ratios);
  const speedOf = (workers) => Math.round(median(speeds[workers])).toLocaleString("en-US");
  const met = isBusy ? "not judged" : ratio >= goal ? "met" : "missed";
  const span = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(
    `${folder.padEnd(12)} one ${speedOf(1)} runs/s, two ${speedOf(2)} runs/s: ` +
      `${ratio.toFixed(2)}x (${span}), goal ${goal}x: ${met}`,
  );
  const given = median(apart);
  console.log(
    `${"".padEnd(12)} two searches that share nothing: ${given.toFixed(2)}x, ` +
      `so two workers have ${(ratio / given).toFixed(2)}x of what this machine gives`,
  );
  const isFew = bugs[2].size < bugs[1].size;
  console.log(
    `${"".padEnd(12)} bugs: one ${bugs[1].size}, two ${bugs[2].size}, goal no fewer: ` +
      (isSmoke ? "not judged" : isFew ? "missed" : "met"),
  );
}
