// What a second worker brings: runs a second and bugs found by two processes against one, as the
// median of five alternating pairs, each with a seed of its own, since how long runs are depends on
// what a search goes on from: npm run bench:workers [-- seconds]. Needs a build and two free cores.
// Two searches at once that share nothing tell what the machine gives: more is not to be had.
import { setTimeout as wait } from "node:timers/promises";
import { availableParallelism, cpus } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { settingsOf } from "../compiled/cli/settings.js";
import { medianOf } from "../compiled/kernel/values/median.js";
import { hunt } from "../compiled/campaign/campaign.js";
import { loadConfig } from "../compiled/config/index.js";

const goal = 1.6;
const pairs = 5;
const seconds = Number(process.argv[2] ?? 10); // in the first two, compiling takes a second core
const examples = path.join(path.dirname(fileURLToPath(import.meta.url)), "..", "examples");
const subjects = [
  ["inventory", "inventory.chaos.ts"],
  ["tickets", "tickets.chaos.ts"],
];

async function searched(projectRoot, file, { workers, seed }) {
  const config = await loadConfig({ cwd: projectRoot });
  const settings = settingsOf(config, { workers, seed });
  const target = { projectRoot, file, exportName: "default" };
  let end = { runs: 0, seconds: 1 };
  const hunted = await hunt(
    { target, settings },
    {
      runsMax: Number.MAX_SAFE_INTEGER,
      timeMsMax: seconds * 1_000,
      onProgress: (progress) => (end = progress),
    },
  );
  const bugs = hunted.suspects.map(({ identity }) => identity.key);
  return { runsPerSecond: hunted.runs / end.seconds, bugs };
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

const busy = await busyShare();
let isBusy = busy > 0.1;
const remark = isBusy ? "; something else is running, so whether it is fast enough is unknown" : "";
console.log(`${availableParallelism()} cores, ${Math.round(busy * 100)} % in use${remark}`);

for (const [folder, file] of subjects) {
  const root = path.join(examples, folder);
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
  isBusy ||= (await busyShare()) > 0.1;
  const ratio = medianOf(ratios);
  const speedOf = (workers) => Math.round(medianOf(speeds[workers])).toLocaleString("en-US");
  const met = isBusy ? "unknown" : ratio >= goal ? "met" : "not met";
  const span = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
  console.log(
    `${folder.padEnd(12)} one ${speedOf(1)} runs/s, two ${speedOf(2)} runs/s: ` +
      `${ratio.toFixed(2)}x (${span}), goal ${goal}x: ${met}`,
  );
  const given = medianOf(apart);
  console.log(
    `${"".padEnd(12)} two searches that share nothing: ${given.toFixed(2)}x, ` +
      `so two workers have ${(ratio / given).toFixed(2)}x of what this machine gives`,
  );
  const isFew = bugs[2].size < bugs[1].size;
  console.log(
    `${"".padEnd(12)} bugs: one ${bugs[1].size}, two ${bugs[2].size}, goal no fewer: ` +
      (isFew ? "not met" : "met"),
  );
}
