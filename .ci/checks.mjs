// What CI does besides the test files: it installs and builds, and runs the checks.
import { execFileSync } from "node:child_process";
import { runJob } from "./lanes.mjs";

/** Installs and builds. A failure here ends everything, because nothing after it could be true. */
export async function prepare({ root, temporary }) {
  const results = [];
  const installs = [{ name: "install", command: ["npm", "ci"] }, ...missingTools()];
  const build = [{ name: "build", command: ["npm", "run", "build"] }];
  for (const jobs of [installs, build]) {
    const ended = await Promise.all(
      jobs.map((job) => runJob(job, { root, temporary, endsAt: Infinity })),
    );
    results.push(...ended.filter(({ job }) => job.isOptional !== true).map(resultOf));
    for (const { job, said, seconds } of ended) {
      console.log(
        `::: ${job.name}\n${said.trimEnd()}\n::: ${job.name} ended in ${seconds.toFixed(0)} s`,
      );
    }
    if (ended.some(({ job, code }) => code !== 0 && job.isOptional !== true)) break;
  }
  return results;
}

/** The checks. Those that install packages wait for the registry as much as they work. */
export function checkJobs(times) {
  return checks.map((check) => ({
    ...check,
    suite: "checks",
    expectedSeconds: times[check.name] ?? 60,
  }));
}

/** What git says of the tree. */
export function treeState(root) {
  return execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
}

// --- inside ---

const npm = (script, ...flags) => [
  "npm",
  "run",
  script,
  ...(flags.length > 0 ? ["--", ...flags] : []),
];

// All but tough-cookie, whose inputs take too long, and xml2js, which needs more of them.
const fuzzed = [
  "json5,ini,decode-uri-component,fast-xml-parser,plist,minimatch",
  "path-parse,trim-newlines,ansi-regex,http-cache-semantics",
].join(",");

const checks = [
  // With one seed, and of the table a part: with all of them these take as long as the tests.
  { name: "strangers", waits: true, command: npm("test:strangers") },
  { name: "packages", waits: true, command: npm("test:packages", "--seeds", "1") },
  {
    name: "fuzz packages",
    waits: true,
    command: npm("test:fuzz-packages", "--runs", "6000", "--only", fuzzed),
  },
  { name: "hostile packages", waits: true, command: npm("test:hostile-packages", "--smoke") },
  { name: "fuzz quiet", command: npm("fuzz:quiet", "--smoke") },
  { name: "frameworks", waits: true, command: npm("test:frameworks", "--seeds", "1") },
  { name: "table", waits: true, command: npm("table:packages", "--check", "--sample", "10") },
  // Our own boundaries, twice: both runs say the same.
  { name: "boundaries", command: npm("boundaries") },
  { name: "healthy", command: npm("test:healthy", "--smoke") },
  // What runs ask of the kernel while they try every route to the machine, with two versions of Node.
  { name: "isolation", needs: "strace", command: ["node", "test/isolation/strace.mjs"] },
  { name: "isolation 24", needs: "strace", command: ["node", "test/isolation/strace.mjs", "24"] },
  {
    name: "conformance",
    command: ["npx", "-y", "node@24", "test/conformance/record.mjs", "--check"],
  },
  // The simulated Redis against a real one.
  { name: "redis", needs: "redis-server", command: ["node", "test/conformance/redis-record.mjs"] },
  { name: "lint", command: npm("lint") },
  { name: "types", command: npm("types") },
  { name: "dead-code", command: npm("dead-code") },
  { name: "package-shape", command: npm("package-shape") },
  { name: "format", command: npm("format:check") },
];

/** The programs that a check needs and the machine lacks; where none is found, that check fails. */
function missingTools() {
  const packages = [...new Set(checks.flatMap(({ needs }) => needs ?? []))];
  const lacks = packages.filter((name) => {
    try {
      execFileSync("sh", ["-c", `command -v ${name}`], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
  if (lacks.length === 0) return [];
  const install = `apt-get install -y -qq --no-install-recommends ${lacks.join(" ")}`;
  const command = ["sh", "-c", `apt-get update -qq && ${install} >/dev/null`];
  return [{ name: "tools", command, isOptional: true }];
}

function resultOf({ job, code, seconds }) {
  const failures = code === 0 ? [] : [`ended with code ${code}`];
  return { name: job.name, suite: "set-up", seconds, passed: code === 0 ? 1 : 0, failures };
}
