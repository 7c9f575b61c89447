// What CI does: installs, builds, then runs every test file and every check in two lanes, and says
// what was run, how long it took and what failed. Whatever was not run or was cut off has failed.
//
//   node .ci/main.mjs                 everything, in a fresh clone
//   node .ci/main.mjs --tests-only    the test files alone, with what is installed and built
//   node .ci/main.mjs --write-times   also writes .ci/times.json, by which the longest come first
//   node .ci/main.mjs --minutes 20    what has not ended after 20 minutes has failed
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { account } from "./account.mjs";
import { checkJobs, prepare, treeState } from "./checks.mjs";
import { runJobs } from "./lanes.mjs";
import { closing, suiteLines, slowestLines } from "./summary.mjs";
import { TemporaryFolder } from "./temporary-folder.mjs";
import { testFiles, testJobs } from "./test-jobs.mjs";

const { values } = parseArgs({
  options: {
    "tests-only": { type: "boolean", default: false },
    "write-times": { type: "boolean", default: false },
    // Below the 90 minutes after which whoever runs us may end us, and then nothing is said at all.
    minutes: { type: "string", default: "86" },
  },
});
const root = process.cwd();
const timesFile = path.join(root, ".ci", "times.json");
Object.assign(process.env, { CI: "true", NO_COLOR: "1", npm_config_update_notifier: "false" });

const temporary = new TemporaryFolder();
process.on("exit", () => temporary.remove());
process.exitCode = await main();

async function main() {
  const began = performance.now();
  const limitMs = Number(values.minutes) * 60_000;
  if (!(limitMs > 0)) throw new Error(`--minutes must be a number above 0, got ${values.minutes}`);
  const before = treeState(root);
  const prepared = values["tests-only"] ? [] : await prepare({ root, temporary });
  if (prepared.some(({ failures }) => failures.length > 0)) return end(prepared, began);

  const times = readTimes();
  const files = testFiles(root);
  const checks = values["tests-only"] ? [] : checkJobs(times);
  const jobs = [...testJobs(files, times), ...checks];
  const ended = await runJobs(jobs, { root, temporary, endsAt: began + limitMs, print });
  const results = [...prepared, ...account({ files, ended }), ...temporary.results()];
  if (!values["tests-only"]) results.push(...cleanTree(before));
  if (values["write-times"]) writeTimes(results);
  return end(results, began);
}

function end(results, began) {
  const seconds = (performance.now() - began) / 1000;
  print([...suiteLines(results, seconds), ...slowestLines(results), ...closing(results)]);
  return results.some(({ failures }) => failures.length > 0) ? 1 : 0;
}

function cleanTree(before) {
  const after = treeState(root);
  const failures = after === before ? [] : [`the steps above changed the tree:\n${after}`];
  const passed = failures.length === 0 ? 1 : 0;
  return [{ name: "clean tree", suite: "checks", seconds: 0, passed, failures }];
}

function readTimes() {
  try {
    return JSON.parse(readFileSync(timesFile, "utf8"));
  } catch {
    return {};
  }
}

/** Only what takes a while; the rest is taken for quick. */
function writeTimes(results) {
  const entries = results
    .filter(({ seconds }) => seconds >= 5)
    .map(({ name, seconds }) => [name, Math.round(seconds)])
    .toSorted(([first], [second]) => (first < second ? -1 : 1));
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
}

function print(lines) {
  if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}
