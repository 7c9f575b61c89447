// Kills commands with SIGKILL at moments spread over their lives, one in four as soon as it writes,
// and looks what is left:
//   node test/attack/kill.mjs [--count 200] [--seed 1] [--smoke]
// No process that a command started may live 2 s later, no file may be half, no finding that was
// stored may be lost, and the next command must work and leave nothing unfinished behind.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, watch } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeProject, preparations, repository, verbs } from "./kill-project.mjs";
import { findings, halfFiles, unfinished } from "./left-over.mjs";
import { marked } from "./marked.mjs";

/** What a killed command started is gone after so long. */
const goneMsMax = 2_000;
/** A command may take so long at most before something is wrong with the attack itself. */
const lifeMsMax = 180_000;
/** About as long as one file is written after the other. */
const writingMsMax = 40;
/** Commands that are killed beside each other. */
const atOnce = 2;
/** In a smoke test: a worker that loops, a program with a daemon, services, and a short verb. */
const smokeVerbs = new Set(["explore, looping", "test", "agent ci", "replay"]);

const { values } = parseArgs({
  options: {
    count: { type: "string" },
    seed: { type: "string", default: "1" },
    smoke: { type: "boolean", default: false },
  },
});
const count = Number(values.count ?? (values.smoke ? 10 : 200));
const random = randomFrom(Number(values.seed));
const main = path.join(repository, "dist", "cli", "main.js");

const attacked = verbs.filter(({ name }) => !values.smoke || smokeVerbs.has(name));
const plan = Array.from({ length: count }, (_, number) => ({
  number,
  verb: attacked[number % attacked.length],
  share: random() * 1.1,
  isWriting: Math.floor(number / attacked.length) % 4 === (values.smoke ? 1 : 3),
}));
const rows = new Map(attacked.map(({ name }) => [name, emptyRow()]));
const problems = [];
const waiting = [...plan];
await Promise.all(Array.from({ length: values.smoke ? 1 : atOnce }, attack));
printTable();
process.exitCode = problems.length === 0 ? 0 : 1;

async function attack() {
  const root = makeProject();
  try {
    for (const words of preparations) await run(words, root);
    const lives = new Map();
    for (let kill = waiting.shift(); kill !== undefined; kill = waiting.shift()) {
      const { verb } = kill;
      const folder = path.join(root, verb.in ?? "");
      if (!lives.has(verb)) lives.set(verb, await lifeOf(verb, folder));
      await killOnce(kill, { folder, lifeMs: lives.get(verb) });
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Lets a command come to its end, and says how long that took. */
async function lifeOf({ name, words, code }, folder) {
  const startMs = performance.now();
  const ended = await run(words, folder);
  if (ended.code !== code) note(name, `ended with ${ended.code}, not ${code}: ${ended.text}`);
  return performance.now() - startMs;
}

async function killOnce({ number, verb, share, isWriting }, { folder, lifeMs }) {
  const row = rows.get(verb.name);
  const before = findings(folder);
  const mark = `GAUNTLET_ATTACK=${randomUUID()}`;
  const child = start(verb.words, folder, mark);
  const ended = once(child, "close");
  if (isWriting) await Promise.race([firstWrite(folder), ended]);
  await Promise.race([sleep(share * (isWriting ? writingMsMax : lifeMs)), ended]);
  const isAlive = !hasEnded(child);
  if (isAlive) child.kill("SIGKILL");
  // Not its close: a process that got away may hold the output of the command open.
  if (!hasEnded(child)) await once(child, "exit");
  row.kills += 1;
  row.alive += isAlive ? 1 : 0;
  const goneMs = await untilGone(mark, { verb, number, row });
  row.slowestMs = Math.max(row.slowestMs, goneMs);
  const half = await halfFiles(folder);
  row.half += half.length;
  for (const one of half) note(verb.name, `kill ${number}: half file ${one}`);
  row.unfinished += unfinished(folder).length > 0 ? 1 : 0;
  await judgeNext({ number, verb, row, before }, folder);
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** When something is written under `.gauntlet` that is not yet what it is to become. */
function firstWrite(folder) {
  const store = path.join(folder, ".gauntlet");
  mkdirSync(store, { recursive: true });
  return new Promise((resolve) => {
    const watcher = watch(store, { recursive: true }, (_, name) => {
      if (name?.endsWith(".tmp") !== true) return;
      watcher.close();
      resolve();
    });
    watcher.unref();
  });
}

/** After how long nobody was left; those who are left then are noted and killed. */
async function untilGone(mark, { verb, number, row }) {
  const startMs = performance.now();
  for (;;) {
    const left = marked(mark);
    const ms = performance.now() - startMs;
    if (left.length === 0) return ms;
    if (ms < goneMsMax) {
      await sleep(25);
      continue;
    }
    row.orphans += left.length;
    note(verb.name, `kill ${number}: ${left.length} left: ${left.join("; ")}`);
    for (const one of left) killQuietly(Number(one.split(" ")[0]));
    return ms;
  }
}

/** The next command works, removes what was left half done, and finds what was found. */
async function judgeNext({ number, verb, row, before }, folder) {
  const words = before.length > 0 ? ["replay", before[number % before.length]] : ["env"];
  const next = await run(words, folder);
  const isFine = next.code === 0 || next.code === 1 || (words[0] === "env" && next.code === 0);
  if (!isFine) {
    row.stuck += 1;
    note(verb.name, `kill ${number}: \`${words.join(" ")}\` ended with ${next.code}: ${next.text}`);
  }
  const lost = before.filter((id) => !findings(folder).includes(id));
  row.lost += lost.length;
  if (lost.length > 0) note(verb.name, `kill ${number}: lost ${lost.join(", ")}`);
  const left = unfinished(folder);
  row.left += left.length;
  if (left.length > 0) note(verb.name, `kill ${number}: still there ${left.join(", ")}`);
}

function start(words, cwd, mark) {
  const [name, value] = mark.split("=");
  return spawn(process.execPath, [main, ...words], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", [name]: value },
  });
}

async function run(words, cwd) {
  const child = start(words, cwd, "GAUNTLET_ATTACK=none");
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => (text = (text + chunk).slice(-2_000)));
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), lifeMsMax);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  return { code, text };
}

function emptyRow() {
  const counts = { kills: 0, alive: 0, orphans: 0, half: 0, lost: 0, stuck: 0 };
  return { ...counts, unfinished: 0, left: 0, slowestMs: 0 };
}

function printTable() {
  const heads = ["verb", "kills", "while alive", "orphans", "half files", "lost findings"];
  heads.push("next failed", "left unfinished", "and after next", "slowest gone");
  const lines = [...rows].map(([name, row]) => [
    name,
    row.kills,
    row.alive,
    row.orphans,
    row.half,
    row.lost,
    row.stuck,
    row.unfinished,
    row.left,
    `${Math.round(row.slowestMs)} ms`,
  ]);
  const all = heads.slice(1, -1).map((_, at) => lines.reduce((sum, line) => sum + line[at + 1], 0));
  lines.push(["all", ...all, ""]);
  for (const line of [heads, ...lines]) {
    console.log(
      line.map((cell, at) => String(cell).padEnd(at === 0 ? 18 : heads[at].length)).join("  "),
    );
  }
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? "nothing was left" : `${problems.length} problems`);
}

function note(name, text) {
  problems.push(`✗ ${name}: ${text}`);
}

function killQuietly(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended since.
  }
}

/** Numbers from 0 to 1 that a seed decides. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
