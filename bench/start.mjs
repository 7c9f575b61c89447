// How long commands take from start to end, as ratios to `node -e 0`, which is the least that a
// program on Node can take: npm run bench:start. Needs a build, and measures what ships.
//   --smoke          one round: shows that every command does its work
//   --rounds COUNT   how often each is started (11); the median counts
//   --only NAME      one command
// Every round starts all of them once, so that what else goes on is the same for each. A project is
// as a clone leaves it: what an earlier run keeps in it would take the work away. What is kept for
// the machine is there, as from the second command on.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./paired-ratio.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = path.join(root, "dist/cli/main.js");
const { values: flags } = parseArgs({
  options: {
    smoke: { type: "boolean", default: false },
    rounds: { type: "string", default: "11" },
    only: { type: "string" },
  },
});
const rounds = flags.smoke ? 1 : Number(flags.rounds);
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** What is started, how many times as long as `node -e 0` it may take, and what it must say. */
const commands = [
  { name: "--version", most: 1.3, words: ["--version"], says: new RegExp(`^${version}\n$`) },
  {
    name: "--help",
    most: 1.5,
    words: ["--help"],
    says: /^Usage: gauntlet[^]*\n {2}scan [^]*\n70 /,
  },
  {
    name: "replay",
    most: 4,
    from: "examples/checkout",
    // A trace that a clone would have as a regression; made once, by the explore below.
    before: ["explore", "checkout.chaos.ts", "--runs", "1", "--seed", "3"],
    words: ["replay", ".gauntlet/findings/checkout-9ad55897/trace.jsonl.gz"],
    exitCode: 1,
    says: /^replay {2}checkout [^]*✗ a paid order is charged once[^]*← broken here/m,
  },
  {
    name: "test",
    most: 5,
    from: "examples/wallet",
    words: ["test", "refused.scenario.yaml"],
    says: /^✓ what is not there cannot be taken/m,
  },
  {
    name: "explore --runs 1",
    most: 10,
    from: "examples/checkout",
    words: ["explore", "checkout.chaos.ts", "--runs", "1", "--seed", "3"],
    exitCode: 1,
    says: /✗ a paid order is charged once[^]*\n {2}shrunk from 74 decisions to 9\n/,
  },
  {
    name: "scan",
    most: 12,
    from: "bench/fixtures/start",
    words: ["scan", "names.ts"],
    exitCode: 1,
    says: /initials\(""\)[^]*\n {2}called 2 functions[^]*types of 1 file read/,
  },
];

const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-bench-start-"));
try {
  await report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function report() {
  const wanted = commands.filter(({ name }) => flags.only === undefined || name === flags.only);
  if (wanted.length === 0) throw new Error(`no command ${flags.only}`);
  for (const command of wanted) await prepare(command);
  const nothing = { name: "node -e 0", nodeWords: ["-e", "0"], says: /^$/ };
  for (const command of wanted) await run(command); // what is kept for the machine is made here
  const seen = new Map([nothing, ...wanted].map((command) => [command.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const command of [nothing, ...wanted]) seen.get(command.name).push(await run(command));
  }
  const timesOf = ({ name }, what) => median(seen.get(name).map((one) => one[what]));
  const least = timesOf(nothing, "ms");
  const leastWork = timesOf(nothing, "processorMs");
  console.log(`node ${process.version}, ${rounds} rounds, node -e 0 takes ${least.toFixed(0)} ms`);
  for (const command of wanted) {
    const ratio = timesOf(command, "ms") / least;
    const work = timesOf(command, "processorMs") / leastWork;
    const verdict = ratio <= command.most ? "met" : "missed";
    console.log(
      `${command.name.padEnd(17)}${ratio.toFixed(2).padStart(7)}×  ` +
        `goal ≤ ${String(command.most).padEnd(3)}×  ${verdict.padEnd(6)}  ` +
        `${timesOf(command, "ms").toFixed(0).padStart(6)} ms, processors ${work.toFixed(1)}×`,
    );
  }
}

/** A copy of its project, and of what it needs to be there. */
async function prepare(command) {
  command.cwd = path.join(folder, command.name.replaceAll(/\W+/g, "-"));
  mkdirSync(command.cwd);
  if (command.from === undefined) return;
  const notStore = (file) => !file.includes(".gauntlet");
  cpSync(path.join(root, command.from), command.cwd, { recursive: true, filter: notStore });
  symlinkSync(path.join(root, "node_modules"), path.join(command.cwd, "node_modules"));
  if (command.before === undefined) return;
  await start([program, ...command.before], command.cwd);
  command.isKept = true;
}

/** One start, from nothing in the project to the end of the process; how long it took. */
async function run({ name, nodeWords, words, says, exitCode = 0, cwd = folder, isKept = false }) {
  if (!isKept) rmSync(path.join(cwd, ".gauntlet"), { recursive: true, force: true });
  const startMs = performance.now();
  const startWork = processorMs();
  const ended = await start(nodeWords ?? [program, ...words], cwd);
  const ms = performance.now() - startMs;
  if (ended.exitCode !== exitCode || !says.test(ended.out)) {
    throw new Error(`${name} did not do its work, exit code ${ended.exitCode}:\n${ended.told}`);
  }
  return { ms, processorMs: processorMs() - startWork };
}

function start(words, cwd) {
  const child = spawn(process.execPath, words, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => (out += text));
  child.stderr.on("data", (text) => (err += text));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, out, told: out + err }));
  });
}

/** What all processes that have ended took of the processors; nothing is known outside Linux. */
function processorMs() {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10; // ticks of a hundredth of a second
}
