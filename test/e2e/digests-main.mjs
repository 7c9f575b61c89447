// Prints digests of runs as this Node makes them; `npx node@24 digests-main.mjs` asks another one.
import { SubjectWorker } from "../../compiled/runner/process/subject-worker.js";

const { load, limits, asked } = JSON.parse(process.argv[2] ?? "");
const worker = await SubjectWorker.start(load, limits);
try {
  const digests = [];
  for (const { seed, runIndex } of asked) {
    digests.push(...(await worker.digest({ type: "digest", seed, runs: [runIndex] })).digests);
  }
  console.log(JSON.stringify({ node: process.versions.node, digests }));
} finally {
  await worker.stop();
}
