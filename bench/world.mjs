// What one call costs in the simulated world, against the real thing and against the package that
// people stand in for it with: npm run bench:world. Needs a build; msw needs the npm registry.
//   --smoke   a moment each, without msw and verdicts on speed: shows that every case does its work
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
} from "./world-calls.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { smoke: { type: "boolean", default: false } },
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

/** Does so many calls at a time, in runs of the simulated world. */
async function simulated(body) {
  const { RandomSource } = await import("../compiled/kernel/decisions/random-source.js");
  const { RecordedDecisions } = await import("../compiled/kernel/decisions/recorded-decisions.js");
  const { silentJournal } = await import("../compiled/kernel/decisions/journal.js");
  const { seedWords } = await import("../compiled/kernel/decisions/seed.js");
  const { Tally } = await import("../compiled/kernel/judge/tally.js");
  const { executeWith, probeDrain } = await import("../compiled/runner/loop/drain.js");
  const { installWorld } = await import("../compiled/world/install.js");
  const { prepareNet } = await import("../compiled/world/net/install-net.js");
  const { printAtOnce } = await import("../compiled/runner/process/worker-side.js");
  // As a worker does: what a process makes once is made before its first run.
  installWorld();
  printAtOnce();
  await prepareNet();
  const execute = executeWith(await probeDrain());
  const source = new RandomSource();
  const words = seedWords(1);
  const tally = new Tally();
  const settings = { stepsPerRun: 50, latencyUsMax: 20_000 };
  const subject = { name: "bench", run: ({ world }) => body(callsPerRun, world), declared: {} };
  let runs = 0;
  const oneRun = () => {
    const decisions = new RecordedDecisions(source.restart(words, runs), {});
    const asking = { subject: () => subject, decisions, settings, journal: silentJournal, tally };
    const { verdict, failure } = execute(asking);
    if (verdict !== "held") throw new Error(`a run was ${verdict}: ${failure?.message}`);
    runs += 1;
  };
  // From a macrotask, as a campaign does; several runs, so that the wait for it does not count.
  return (calls) =>
    new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          for (let left = calls; left > 0; left -= callsPerRun) oneRun();
          resolve();
        } catch (thrown) {
          reject(thrown);
        }
      });
    });
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
  "fetch ours": async () =>
    best(
      await simulated((count, world) => {
        world.serve("https://rates.example", (_request) => rateAnswer());
        return inTurn(count, () => asked("https://rates.example/rate"));
      }),
    ),
  "fetch real": realFetch,
  "fetch msw": mswFetch,
  "files ours": async () =>
    best(
      await simulated(async (count) => {
        fs.mkdirSync(folder, { recursive: true });
        await inTurn(count, (i) => writeAndRead(fs, folder, i));
      }),
    ),
  "files real": () => temporary((at) => best((n) => inTurn(n, (i) => writeAndRead(fs, at, i)))),
  "files memfs": async () => {
    const files = await memory();
    return best((count) => inTurn(count, (i) => writeAndRead(files, folder, i)));
  },
  "sync files ours": async () =>
    best(
      await simulated((count) => {
        fs.mkdirSync(folder, { recursive: true });
        for (let i = 0; i < count; i++) writeAndReadSync(fs, folder, i);
      }),
    ),
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
  "timer ours": async () => best(await simulated((count) => inTurn(count, () => sleep()))),
  "timer real": () => best((count) => inTurn(count, () => sleep())),
  "timer fake-timers": () =>
    fakeTimers(async (clock, count) => {
      const all = inTurn(count, () => sleep(clock.setTimeout));
      await clock.runAllAsync();
      await all;
    }),
  "timers ours": async () => best(await simulated((count) => crowd(count, setTimeout))),
  "timers real": () => best((count) => crowd(count, setTimeout)),
  "timers fake-timers": () =>
    fakeTimers((clock, count) => {
      const all = crowd(count, clock.setTimeout);
      clock.runAll();
      return all;
    }),
  "gzip ours": async () => best(await simulated((count) => inTurn(count, zipped))),
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
    const ours = await measure(`${name} ours`);
    const real = await measure(`${name} real`);
    console.log(title);
    // A real call waits, which is what it costs; a stand-in only computes, as we do. Time of the
    // processor does not change with what else the machine does.
    say("the real one, by the clock", ours.wall, real.wall);
    if (peer === undefined) continue;
    if (peer === "msw" && !hasMsw) console.log("  against msw: skipped: it is not installed");
    else say(`${peer}, of the processor`, ours.cpu, (await measure(`${name} ${peer}`)).cpu);
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

function say(other, ours, theirs) {
  const number = (value) => value.toFixed(2).padStart(9);
  const verdict = ours < theirs ? "met" : "missed";
  const line = `  against ${other.padEnd(34)} ${number(ours)}   goal ${number(theirs)}`;
  if (isSmoke) return console.log(line);
  console.log(`${line}   ${verdict} (${(theirs / ours).toFixed(2)}×)`);
}
