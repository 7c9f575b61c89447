// What a run of a service over HTTP costs, in processor time, against the same requests to the same
// service in plain Node: npm run bench:services. Needs a build.
//   --smoke          a few runs each: shows that every case does its work
//   --against DIR    compares with another built checkout instead, in alternating rounds
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
import { median } from "./paired-ratio.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const fixtures = path.join(here, "../test/frameworks/fixtures");
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    against: { type: "string" },
    only: { type: "string" },
    time: { type: "string", default: "600" },
    root: { type: "string", default: path.dirname(here) },
    modules: { type: "string", default: path.join(path.dirname(here), "node_modules") },
  },
});
const warmRuns = flags.smoke ? 1 : 40;
const measuredRuns = flags.smoke ? 3 : 150;
const rounds = flags.smoke ? 1 : 5;
/** A stretch of runs is cut there: what is measured is the cost of a run, not of so many. */
const stretchMsMax = 15_000;
/** A process that takes longer is stuck. */
const measureMsMax = 180_000;
// What user code can reach is simulated from the first session on.
const cpuUsage = process.cpuUsage.bind(process);

const [way, folder] = positionals;
if (way === "simulated") console.log(JSON.stringify(await simulated(folder)));
else if (way === "native") console.log(JSON.stringify(await natively(folder)));
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
      console.log(
        other === undefined
          ? await line(name, service)
          : await compare(name, service, other, endMs),
      );
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
      const root = which === "this" ? flags.root : other;
      costs[which] = (await measure("simulated", service, root)).runMs;
    }
    ratios.push(costs.other / costs.this);
    runsPerSecond = Math.max(runsPerSecond, 1_000 / costs.this);
  }
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  const spread = `(${low.toFixed(2)} to ${high.toFixed(2)}, ${ratios.length} of ${rounds} rounds)`;
  const ratio = `runs/s ${median(ratios).toFixed(2)}× ${spread}`;
  return `${name.padEnd(10)} ${ratio}   at best ${runsPerSecond.toFixed(1)} a processor second`;
}

async function line(name, service) {
  const { runMs, requestMs, requestsPerRun } = await measure("simulated", service);
  const speed = `${name.padEnd(10)} ${(1_000 / runMs).toFixed(0).padStart(5)} runs/s`;
  const size = `${requestsPerRun.toFixed(0)} requests a run, ${requestMs.toFixed(2)} ms each`;
  // NestJS needs its decorators lowered, which only the loader does.
  if (name === "nest") return `${speed}   ${size}`;
  const { requestMs: nativeMs } = await measure("native", service);
  return `${speed}   ${size}   ${(requestMs / nativeMs).toFixed(2)} × plain Node`;
}

async function measure(how, service, root = flags.root) {
  const runnerFlags = ["--no-allocation-site-pretenuring", "--single-threaded-gc"];
  const words = [how, service, "--root", root, ...(flags.smoke ? ["--smoke"] : [])];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...runnerFlags, fileURLToPath(import.meta.url), ...words],
    { cwd: service, timeout: measureMsMax, killSignal: "SIGKILL" },
  );
  const result = JSON.parse(stdout);
  if (!(result.requestsPerRun >= 2)) throw new Error(`${service}: a run made no requests`);
  return result;
}

/** The fixed twin as a project of its own; a measured run must hold. */
function unpack(name, modules) {
  const service = mkdtempSync(path.join(tmpdir(), `gauntlet-bench-${name}-`));
  const from = path.join(fixtures, name);
  cpSync(from, service, { recursive: true });
  const twin = path.join(service, "fixed");
  if (existsSync(twin)) cpSync(twin, service, { recursive: true });
  else cpSync(path.join(fixtures, "service/fixed"), path.join(service, "src"), { recursive: true });
  const type = name === "nest" ? "commonjs" : "module";
  writeFileSync(path.join(service, "package.json"), JSON.stringify({ name, type }));
  symlinkSync(modules, path.join(service, "node_modules"));
  return service;
}

/** Runs as a worker makes them, all that it does between them included. */
async function simulated(service) {
  const built = (name) => import(pathToFileURL(path.join(flags.root, "compiled", name)).href);
  const { installWorld } = await built("world/install.js");
  const { BuiltinsWatch } = await built("world/builtins-watch.js");
  const { lookAfterRuns } = await built("runner/loop/left-behind.js");
  const { openSession } = await built("runner/worker/subject-session.js");
  const { prepareNet } = await built("world/net/install-net.js");
  const { exploreRuns } = await built("runner/worker/explore-runs.js");
  installWorld();
  const builtins = new BuiltinsWatch();
  await prepareNet();
  const session = await openSession({
    type: "load",
    projectRoot: service,
    file: "accounts.chaos.ts",
    exportName: "default",
    inline: [],
    coverage: { ngram: 1, targetModules: [] },
    settings: { stepsPerRun: 39, latencyUsMax: 20_000 },
  });
  builtins.settle();
  lookAfterRuns(builtins);
  const stretch = (fromRun, runsMax) =>
    exploreRuns({
      ...session,
      seed: 1,
      fromRun,
      runsMax,
      timeMsMax: stretchMsMax,
      marksEachRun: false,
      onMark: () => {},
      onProgress: () => {},
      onSighting: ({ failure }) => {
        throw new Error(`a run that is measured must hold: ${failure.message}`);
      },
    });
  const warm = await stretch(0, warmRuns);
  const before = cpuUsage();
  const { runs, tally } = await stretch(warm.runs, measuredRuns);
  const requests = [...tally.operations.values()].reduce((sum, { count }) => sum + count, 0);
  return costOf(before, runs, requests);
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
  const before = cpuUsage();
  for (let done = 0; done < measuredRuns; done++) await run();
  setImmediate(() => process.exit(0)); // connections that are kept alive would hold it up
  return costOf(before, measuredRuns, measuredRuns * requestsPerRun);
}

function costOf(before, runs, requests) {
  const { user, system } = cpuUsage(before);
  const ms = (user + system) / 1_000;
  return { runMs: ms / runs, requestMs: ms / requests, requestsPerRun: requests / runs };
}
