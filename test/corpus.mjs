// Scans packages of the registry at pinned versions and compares every supported finding with a
// table in which each one was judged by hand, and scans functions with a published bug before and
// after its fix: npm run scan:corpus. It needs the registry, so it is no part of `npm test`.
//   --only NAME     only this package, service or bug (repeatable)
//   --sample N      only N small packages (at most 5) and the first N bugs that are seen
//   --packages      no bugs;  --bugs  no packages
//   --write         writes down which bugs were seen, and the tables of the docs
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { checkDocs, writeDocs } from "./corpus/docs.mjs";
import { judgeBug, judgePackage, summary } from "./corpus/judge.mjs";
import { packages, sampleOrder, services } from "./corpus/packages.mjs";
import { installPackages, makeProject, makeService } from "./corpus/projects.mjs";
import { scanProject } from "./corpus/scan-project.mjs";
import { readBugs, readFindings, writeBugs } from "./corpus/tables.mjs";

const seed = 1;
const runs = { package: 100, bug: 300 };
const lanesCount = Math.max(1, Math.floor(availableParallelism() / 2));
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    sample: { type: "string" },
    packages: { type: "boolean", default: false },
    bugs: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const findings = readFindings();
const bugs = readBugs();
const wanted = { projects: wantedProjects(), bugs: wantedBugs() };
if (wanted.projects.length + wanted.bugs.length === 0) throw new Error("nothing has that name");

const scratch = mkdtempSync(path.join(tmpdir(), "gauntlet-corpus-"));
const judged = { packages: [], bugs: [] };
const failures = [];
try {
  await installPackages(scratch, [...wanted.projects, ...wanted.bugs.flatMap(sidesOf)]);
  const jobs = [
    ...wanted.projects.map((row) => () => scanPackage(row)),
    ...wanted.bugs.map((row) => () => scanBug(row)),
  ];
  await Promise.all(Array.from({ length: lanesCount }, () => lane(jobs)));
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
if (flags.write) {
  writeBugs(bugs, judged.bugs);
  writeDocs({ packages, services, findings, bugs: readBugs() });
}
const isWhole = flags.only === undefined && flags.sample === undefined;
const problems = [
  ...failures,
  ...summary(judged, { needsBugs: isWhole && !flags.packages }),
  ...checkDocs({ packages, services, findings, bugs: readBugs() }),
];
for (const problem of problems) console.log(`FAILED ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

// --- inside ---

function wantedProjects() {
  if (flags.bugs) return [];
  const all = [...packages, ...services];
  if (flags.only !== undefined) return all.filter(({ name }) => flags.only.includes(name));
  if (flags.sample === undefined) return all;
  const small = new Set(sampleOrder.slice(0, Number(flags.sample)));
  return packages.filter(({ name }) => small.has(name));
}

function wantedBugs() {
  if (flags.packages) return [];
  const isNamed = ({ package: name, target }) =>
    flags.only.includes(name) || flags.only.includes(target);
  if (flags.only !== undefined) return bugs.filter(isNamed);
  if (flags.sample === undefined) return bugs;
  return bugs.filter(({ seen }) => seen !== "no").slice(0, Number(flags.sample));
}

function sidesOf({ package: name, broken, fixed, file, fixedFile = file }) {
  return [
    { name, version: broken, files: [file] },
    { name, version: fixed, files: [fixedFile] },
  ];
}

async function lane(jobs) {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    try {
      await job();
    } catch (thrown) {
      failures.push(thrown.message);
    }
  }
}

async function scanPackage(row) {
  const root =
    row.folder === undefined ? makeProject(scratch, row) : await makeService(scratch, row);
  const { files, targets } = row;
  const scanned = await scanProject(root, { files, targets, seed, runs: runs.package });
  const result = judgePackage(row, scanned, findings);
  judged.packages.push(result);
  console.log(result.text);
}

async function scanBug(row) {
  const [broken, fixed] = await Promise.all(
    sidesOf(row).map((side) => {
      const files = [`${side.files[0]}:${row.target}`];
      return scanProject(makeProject(scratch, side), { files, seed, runs: runs.bug });
    }),
  );
  const result = judgeBug(row, broken, fixed);
  judged.bugs.push(result);
  console.log(result.text);
}
