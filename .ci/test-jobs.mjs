// Which test files there are, and how they are shared out: a job is one call of vitest.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Folders whose test files belong to projects that our tests copy elsewhere and run there. */
const notOurs = [
  "examples/",
  "test/conformance/fixtures/",
  "test/strangers/fixtures/",
  "test/frameworks/fixtures/",
  "test/corpus/fixtures/",
];

/** Every test file that git knows, with the suite that it is of. */
export function testFiles(root) {
  const listed = execFileSync("git", ["ls-files", "-z", "*.test.ts"], { cwd: root });
  return listed
    .toString("utf8")
    .split("\0")
    .filter((file) => file !== "" && !notOurs.some((folder) => file.startsWith(folder)))
    .map((file) => ({ file, suite: suiteOf(file) }));
}

/**
 * The calls of vitest that run these files. A slow file has one of its own; others share one, which
 * saves its start and reads each source once.
 */
export function testJobs(files, times) {
  return ["slow", "long", "test"].flatMap((suite) => {
    const own = files
      .filter((file) => file.suite === suite)
      .map(({ file }) => ({ file, seconds: times[file] ?? usualSeconds[suite] }));
    return batches(own, suite === "slow" ? 0 : batchSeconds).map((batch, index) => ({
      name: `${suite} ${index + 1}`,
      suite,
      files: batch.map(({ file }) => file),
      expectedSeconds: sum(batch),
      command: [
        "npx",
        "vitest",
        "run",
        "--mode",
        suite,
        ...flags,
        ...batch.map(({ file }) => file),
      ],
    }));
  });
}

// --- inside ---

/** What a file is taken to need while nobody has measured it. */
const usualSeconds = { slow: 120, long: 30, test: 1 };

/** Long enough that vitest's own start does not count, short enough that lanes end together. */
const batchSeconds = 90;

const reporter = fileURLToPath(new URL("reporter.mjs", import.meta.url));
const flags = ["--maxWorkers=1", "--reporter=default", `--reporter=${reporter}`];

function suiteOf(file) {
  return /\.(long|slow)\.test\.ts$/.exec(file)?.[1] ?? "test";
}

/** The longest first; a batch is full when the next file would take it beyond the seconds. */
function batches(files, seconds) {
  const made = [];
  for (const file of files.toSorted((first, second) => second.seconds - first.seconds)) {
    const last = made.at(-1);
    if (last !== undefined && sum(last) + file.seconds <= seconds) last.push(file);
    else made.push([file]);
  }
  return made;
}

function sum(files) {
  return files.reduce((total, { seconds }) => total + seconds, 0);
}
