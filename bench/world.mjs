// What one call costs in the simulated world, against the real thing and against the package that
// people stand in for it with: npm run bench:world. Needs a build; msw needs the npm registry.
//   --smoke          a moment each, without msw and verdicts on speed: shows that every case works
//   --fixtures DIR   our side of it, instead of bench/fixtures/world
import { execFile } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import {
  asked,
  callsDone,
  crowd,
  inTurn,
  rate,
  rateAnswer,
  sleep,
  writeAndRead,
  writeAndReadSync,
  zipped,
} from "./fixtures/world/calls.mjs";
import { atLeast } from "./goals.mjs";
import { Bench, demandHeld } from "./subject-runs.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: "boolean", default: false },
    fixtures: { type: "string", default: path.join(import.meta.dirname, "fixtures/world") },
  },
});
const isSmoke = flags.smoke;
const callsPerRun = 100; // what a run costs besides its calls is part of the measure
const warmUsMin = isSmoke ? 0 : 2_500_000; // of the processor
const [rounds, roundMs] = isSmoke ? [1, 1] : [8, 250];
const warmMsMax = 10_000;
const program = fileURLToPath(import.meta.url);
const start = promisify(execFile);
// msw has an install script, which no dependency of ours may have; so it is fetched without it.
const mswVersion = "2.15.0";

/** Microseconds a call in the fastest of some rounds of runs in the product's own worker. */
async function ours(name) {
  const bench = await Bench.open();
  const file = path.join(flags.fixtures, `${name.replace(" ", "-")}.chaos.ts`);
  try {
    return await bench.load(file, { settings: {} }, async ({ explore }) => {
      let { nextRun } = await explore(isSmoke ? { runsMax: 1 } : { timeMsMax: warmUsMin / 1_000 });
      const found = [];
      for (let round = 0; round < rounds; round++) {
        const limits = isSmoke ? { runsMax: 3 } : { timeMsMax: roundMs };
        const stretch = await explore({ fromRun: nextRun, ...limits });
        demandCalls(name, stretch);
        nextRun = stretch.nextRun;
        const calls = stretch.runs * callsPerRun;
        const us = (ms) => (ms * 1_000) / calls;
        found.push({ wall: us(stretch.ms), cpu: us(stretch.processorMs) });
      }
      const least = (key) => Math.min(...found.map((round) => round[key]));
      return { wall: least("wall"), cpu: least("cpu") };
    });
  } finally {
    await bench.close();
  }
}

/** Every run says by a property whether all of its calls came to their end. */
function demandCalls(name, { properties, ...found }) {
  demandHeld(name, found);
  const held = properties.find((property) => property.kind === "sometimes")?.held ?? 0;
  if (held >= found.runs) return;
  throw new Error(`${name}: in ${held} of ${found.runs} runs all calls were made`);
}

/**
 * Microseconds a call in the fastest of some rounds, by the clock and of the processor. `act` is
 * told how many calls to make.
 */
async function best(act) {
  const timed = async (ms) => {
    const began = performance.now();
    const before = process.cpuUsage();
    const doneBefore = callsDone();
    let calls = 0;
    for (; calls === 0 || performance.now() - began < ms; calls += callsPerRun) {
      await act(callsPerRun);
    }
    if (callsDone() - doneBefore !== calls) {
      throw new Error(
        `${callsDone() - doneBefore} of ${calls} calls were made, so nothing is measured`,
      );
    }
    const { user, system } = process.cpuUsage(before);
    return { wall: ((performance.now() - began) * 1_000) / calls, cpu: (user + system) / calls };
  };
  // Until the compiler is done with it, which takes long where a call is as large as fetch is.
  const before = performance.now();
  const isCold = () =>
    process.cpuUsage().user < warmUsMin && performance.now() - before < warmMsMax;
  while (isCold()) await timed(100);
  const found = [];
  for (let round = 0; round < rounds; round++) found.push(await timed(roundMs));
  const least = (name) => Math.min(...found.map((round) => round[name]));
  return { wall: least("wall"), cpu: least("cpu") };
}

async function temporary(use) {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "gauntlet-bench-"));
  try {
    return await use(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function realFetch() {
  const server = http.createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(rate);
  });
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/rate`;
  const cost = await best((count) => inTurn(count, () => asked(url)));
  server.closeAllConnections();
  server.close();
  return cost;
}

async function mswFetch(folder) {
  const found = createRequire(path.join(folder, "x.js"));
  const [{ http: route }, { setupServer }] = ["msw", "msw/node"].map((name) => found(name));
  const server = setupServer(route.get("https://rates.example/rate", rateAnswer));
  server.listen();
  const cost = await best((count) => inTurn(count, () => asked("https://rates.example/rate")));
  server.close();
  return cost;
}

async function memory() {
  const { createFsFromVolume, Volume } = await import("memfs");
  const files = createFsFromVolume(new Volume());
  files.mkdirSync("/data");
  return files;
}

async function fakeTimers(use) {
  const { default: FakeTimers } = await import("@sinonjs/fake-timers");
  const clock = FakeTimers.createClock(0, Number.POSITIVE_INFINITY);
  return best((count) => use(clock, count));
}

const folder = "/data";

/** Each in a process of its own: stand-ins of one would slow the other. */
const cases = {
  "fetch real": realFetch,
  "fetch msw": mswFetch,
  "files real": () => temporary((at) => best((n) => inTurn(n, (i) => writeAndRead(fs, at, i)))),
  "files memfs": async () => {
    const files = await memory();
    return best((count) => inTurn(count, (i) => writeAndRead(files, folder, i)));
  },
  "sync files real": () =>
    temporary((at) =>
      best((count) => {
        for (let i = 0; i < count; i++) writeAndReadSync(fs, at, i);
      }),
    ),
  "sync files memfs": async () => {
    const files = await memory();
    return best((count) => {
      for (let i = 0; i < count; i++) writeAndReadSync(files, folder, i);
    });
  },
  "timer real": () => best((count) => inTurn(count, () => sleep())),
  "timer fake-timers": () =>
    fakeTimers(async (clock, count) => {
      const all = inTurn(count, () => sleep(clock.setTimeout));
      await clock.runAllAsync();
      await all;
    }),
  "timers real": () => best((count) => crowd(count, setTimeout)),
  "timers fake-timers": () =>
    fakeTimers((clock, count) => {
      const all = crowd(count, clock.setTimeout);
      clock.runAll();
      return all;
    }),
  "gzip real": () => best((count) => inTurn(count, zipped)),
};

const titles = {
  fetch: ["fetch and read JSON", "msw"],
  files: ["write and read a file, with promises", "memfs"],
  "sync files": ["write and read a file, synchronously", "memfs"],
  timer: ["a timer, awaited one after the other", "fake-timers"],
  timers: ["a timer, 100 pending at once", "fake-timers"],
  gzip: ["gzip of 1 kB", undefined],
};

const [wanted, given] = positionals;
if (wanted === undefined) await temporary(report);
else console.log(JSON.stringify(await cases[wanted](given)));

async function report(mswFolder) {
  const hasMsw = !isSmoke && (await installMsw(mswFolder));
  const measure = async (name) => {
    const more = isSmoke ? ["--smoke"] : [];
    const { stdout } = await start(process.execPath, [program, name, mswFolder, ...more]);
    return JSON.parse(stdout);
  };
  console.log(`node ${process.version}; microseconds a call; goal: less than the other\n`);
  for (const [name, [title, peer]] of Object.entries(titles)) {
    const own = await ours(name);
    const real = await measure(`${name} real`);
    console.log(title);
    // A real call waits, which is what it costs; a stand-in only computes, as we do. Time of the
    // processor does not change with what else the machine does.
    say("the real one, by the clock", own.wall, real.wall);
    if (peer === undefined) continue;
    if (peer === "msw" && !hasMsw) console.log("  against msw: skipped: it is not installed");
    else say(`${peer}, of the processor`, own.cpu, (await measure(`${name} ${peer}`)).cpu);
  }
}

async function installMsw(target) {
  fs.writeFileSync(path.join(target, "package.json"), "{}");
  const npmFlags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
  try {
    await start("npm", ["install", ...npmFlags, `msw@${mswVersion}`], { cwd: target });
    return true;
  } catch {
    return false;
  }
}

function say(other, own, theirs) {
  const us = (value) => `${value.toFixed(2)} µs`;
  atLeast(`  against ${other}: ${us(theirs)} to ${us(own)}`, theirs / own, 1, isSmoke);
}
