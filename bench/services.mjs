// What a run of a service over HTTP costs, in processor time, against the same requests to the same
// service in plain Node: npm run bench:services. Needs a build.
//   --smoke          a few runs each, without verdicts: shows that every case does its work
//   --fixtures DIR   the services, instead of those in test/frameworks/fixtures
//   --against DIR    compares with another built checkout instead, in alternating rounds
//   --goal RATIO     how many times the runs of that one are wanted; 0.95, 2 is half the cost
//   --modules DIR    the node_modules to take the frameworks from; what is there is measured
//   --only NAME      one framework
//   --time SECONDS   for all of it, shared by the frameworks; where it is over, rounds are left out
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { transformSync } from "oxc-transform";
import { atLeast, atMost } from "./goals.mjs";
import { median } from "./paired-ratio.mjs";
import { processorMs } from "./processor-time.mjs";
import { ownRoot } from "./product.mjs";
import { Bench, demandHeld, demandSteps } from "./subject-runs.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    against: { type: "string" },
    goal: { type: "string", default: "0.95" },
    only: { type: "string" },
    time: { type: "string", default: "600" },
    fixtures: { type: "string", default: path.join(ownRoot, "test/frameworks/fixtures") },
    modules: { type: "string", default: path.join(ownRoot, "node_modules") },
  },
});
const warmRuns = flags.smoke ? 1 : 40;
const measuredRuns = flags.smoke ? 3 : 150;
const rounds = flags.smoke ? 1 : 5;
/** A stretch of runs is cut there: what is measured is the cost of a run, not of so many. */
const stretchMsMax = 15_000;
/** A process that takes longer is stuck. */
const measureMsMax = 180_000;
/** A request of ours makes what a network does besides; more than this would be felt. */
const plainNodeMost = 10;
const leastRequests = 2;
/** So that a campaign of a minute sees what only one run in a thousand shows. */
const runsPerSecondLeast = 30;

const [way, folder] = positionals;
if (way === "native") console.log(JSON.stringify(await natively(folder)));
else await report();

async function report() {
  const modules = path.resolve(flags.modules);
  const needed = { express: "express", fastify: "fastify", hono: "hono", nest: "@nestjs/typeorm" };
  const names = Object.keys(needed).filter(
    (name) =>
      existsSync(path.join(modules, needed[name])) &&
      (flags.only === undefined || name === flags.only),
  );
  if (names.length === 0) throw new Error(`no framework ${flags.only} in ${modules}`);
  const other = flags.against === undefined ? undefined : path.resolve(flags.against);
  if (other !== undefined && !existsSync(path.join(other, "compiled"))) {
    throw new Error(`${other} is not built: it has no folder \`compiled\``);
  }
  console.log(`node ${process.version}${other === undefined ? "" : `, against ${other}`}`);
  const startMs = performance.now();
  for (const [at, name] of names.entries()) {
    const service = unpack(name, modules);
    const endMs = startMs + (Number(flags.time) * 1_000 * (at + 1)) / names.length;
    try {
      if (other === undefined) await tell(name, service);
      else console.log(await compare(name, service, other, endMs));
    } finally {
      rmSync(service, { recursive: true, force: true });
    }
  }
}

/** This checkout against another one: the median of ratios of neighbours. */
async function compare(name, service, other, endMs) {
  const ratios = [];
  let runsPerSecond = 0;
  while (ratios.length === 0 || (ratios.length < rounds && performance.now() < endMs)) {
    const order = ratios.length % 2 === 0 ? ["this", "other"] : ["other", "this"];
    const costs = {};
    for (const which of order) {
      const root = which === "this" ? ownRoot : other;
      costs[which] = (await simulated(name, service, root)).runMs;
    }
    ratios.push(costs.other / costs.this);
    runsPerSecond = Math.max(runsPerSecond, 1_000 / costs.this);
  }
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = `(${low.toFixed(2)} to ${high.toFixed(2)}, ${ratios.length} of ${rounds} rounds)`;
  const goal = Number(flags.goal);
  const verdict = flags.smoke ? "not judged" : median(ratios) >= goal ? "met" : "missed";
  const ratio = `runs/s ${median(ratios).toFixed(2)}× ${spread}   goal ≥ ${goal}×   ${verdict}`;
  return `${name.padEnd(10)} ${ratio}   at best ${runsPerSecond.toFixed(1)} a processor second`;
}

async function tell(name, service) {
  const { runMs, requestMs, requestsPerRun } = await simulated(name, service, ownRoot);
  const speed = `${name.padEnd(10)} ${(1_000 / runMs).toFixed(0).padStart(5)} runs/s`;
  console.log(
    `${speed}   ${requestsPerRun.toFixed(0)} requests a run, ${requestMs.toFixed(2)} ms each`,
  );
  atLeast(
    `  ${name}, runs a processor second against ${runsPerSecondLeast}`,
    1_000 / runMs / runsPerSecondLeast,
    1,
    flags.smoke,
  );
  // NestJS needs its decorators lowered, which only the loader does.
  if (name === "nest") return;
  const { requestMs: nativeMs } = await nativeCost(service);
  atMost(
    `  ${name}, a request against plain Node`,
    requestMs / nativeMs,
    plainNodeMost,
    flags.smoke,
  );
}

async function nativeCost(service) {
  const words = ["native", service, ...(flags.smoke ? ["--smoke"] : [])];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [fileURLToPath(import.meta.url), ...words],
    { cwd: service, timeout: measureMsMax, killSignal: "SIGKILL" },
  );
  return JSON.parse(stdout);
}

/** The fixed twin as a project of its own; a measured run must hold. */
function unpack(name, modules) {
  const service = mkdtempSync(path.join(tmpdir(), `gauntlet-bench-${name}-`));
  const from = path.join(flags.fixtures, name);
  cpSync(from, service, { recursive: true });
  const twin = path.join(service, "fixed");
  if (existsSync(twin)) cpSync(twin, service, { recursive: true });
  else
    cpSync(path.join(flags.fixtures, "service/fixed"), path.join(service, "src"), {
      recursive: true,
    });
  const type = name === "nest" ? "commonjs" : "module";
  writeFileSync(path.join(service, "package.json"), JSON.stringify({ name, type }));
  symlinkSync(modules, path.join(service, "node_modules"));
  return service;
}

/** Runs as a worker makes them, all that it does between them included. */
async function simulated(name, service, root) {
  const bench = await Bench.open(root);
  const load = { settings: { stepsPerRun: 39 }, coverage: { ngram: 1, targetModules: [] } };
  try {
    const file = path.join(service, "accounts.chaos.ts");
    return await bench.load(file, load, async ({ explore }) => {
      const warm = await explore({ runsMax: warmRuns, timeMsMax: stretchMsMax });
      const fromRun = warm.nextRun;
      const found = await explore({ fromRun, runsMax: measuredRuns, timeMsMax: stretchMsMax });
      demandHeld(name, found);
      demandSteps(name, found, leastRequests);
      return costOf(found.processorMs, found.runs, found.steps);
    });
  } finally {
    await bench.close();
  }
}

/** The same service, started and asked as often, without anything of ours. */
async function natively(service) {
  const plain = path.join(service, "plain");
  mkdirSync(plain, { recursive: true });
  for (const file of readdirSync(path.join(service, "src"))) {
    const { code } = transformSync(file, readFileSync(path.join(service, "src", file), "utf8"));
    const text = code.replaceAll('.ts"', '.mjs"');
    writeFileSync(path.join(plain, file.replace(/\.ts$/, ".mjs")), text);
  }
  const { start } = await import(pathToFileURL(path.join(plain, "app.mjs")).href);
  const { Accounts } = await import(pathToFileURL(path.join(plain, "accounts.mjs")).href);
  const requestsPerRun = 20;
  const run = async () => {
    const app = await start(new Accounts());
    for (let asked = 0; asked < requestsPerRun; asked++) {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ cents: asked });
      const response = await fetch(`${app.url}/accounts`, { method: "POST", headers, body });
      await response.text();
      if (response.status !== 201) throw new Error(`a request that is measured must be done`);
    }
    void app.close();
  };
  for (let done = 0; done < warmRuns; done++) await run();
  const before = processorMs();
  for (let done = 0; done < measuredRuns; done++) await run();
  setImmediate(() => process.exit(0)); // connections that are kept alive would hold it up
  return costOf(processorMs() - before, measuredRuns, measuredRuns * requestsPerRun);
}

function costOf(ms, runs, requests) {
  return { runMs: ms / runs, requestMs: ms / requests, requestsPerRun: requests / runs };
}
