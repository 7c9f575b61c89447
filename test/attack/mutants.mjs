#!/usr/bin/env node
// Damages every kind of file that Gauntlet reads and lets it be read: `npm run attack:files`.
// A crash is an exit code 70, something that nobody caught, a stack, more than 5 s or 512 MB.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { makeBomb } from "./bomb.mjs";
import { kindsOf } from "./kinds.mjs";
import { readMutants } from "./read-mutants.mjs";
import { makeSamples } from "./samples.mjs";
import { spawnMutants } from "./spawn-mutants.mjs";
import { Totals } from "./totals.mjs";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    /** A few of every kind, for the tests. */
    smoke: { type: "boolean", default: false },
    /** A folder with samples that are there already, or to be kept. */
    samples: { type: "string" },
    /** One mutant again, by its number. */
    only: { type: "string" },
    /** Processes that read at once. */
    workers: { type: "string", default: "1" },
    /** So many more are read by the command line in a process of its own each. */
    spawns: { type: "string", default: "100" },
  },
});
const count = values.smoke ? 400 : Number(values.count);
const spawns = values.smoke ? 3 : Number(values.spawns);
const seed = Number(values.seed);
const first = values.only === undefined ? 0 : Number(values.only);
const end = values.only === undefined ? count : first + 1;
/** A process reads so many mutants; what it keeps in mind is gone with it. */
const batch = 2_000;

const root = mkdtempSync(path.join(tmpdir(), "gauntlet-attack-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));
const startMs = performance.now();
const master = path.join(root, "0");
/** As text, so that another folder can be put in the place of theirs. */
const kinds = JSON.stringify(kindsOf(samples()));
process.env["GAUNTLET_ATTACK_BOMB"] = await makeBomb(path.join(root, "bomb.gz"));
const totals = new Totals(end - first);
let next = first;
await Promise.all(Array.from({ length: Number(values.workers) }, (_, number) => attack(number)));
if (values.only === undefined) spawnMutants(kindsIn(master), { from: end, spawns, seed, totals });
const seconds = Math.round((performance.now() - startMs) / 1_000);
console.log(totals.table(kindsIn(master).map(({ name }) => name)));
console.log(`seed ${seed}, ${totals.spawned} of them by spawn, ${seconds} s`);
process.exitCode = totals.crashes.length === 0 ? 0 : 1;

// --- inside ---

/** Takes batches until all are taken; each lane has a copy of the projects of its own. */
async function attack(number) {
  const lane = path.join(root, String(number + 1));
  cpSync(master, lane, { recursive: true, verbatimSymlinks: true });
  const place = { kinds: kindsIn(lane), lane, source: master };
  while (next < end) {
    const from = next;
    next = Math.min(end, from + batch);
    const to = next;
    for (let at = from; at < to;) at = await readMutants(place, { from: at, to, seed, totals });
  }
}

function samples() {
  const say = (line) => console.error(line);
  if (values.samples === undefined) return makeSamples(master, say);
  const kept = path.resolve(values.samples);
  const list = path.join(kept, "samples.json");
  if (!existsSync(list)) writeFileSync(list, JSON.stringify(makeSamples(kept, say)));
  cpSync(kept, master, { recursive: true, verbatimSymlinks: true });
  return JSON.parse(moved(readFileSync(list, "utf8"), kept, master));
}

function kindsIn(folder) {
  return JSON.parse(moved(kinds, master, folder));
}

function moved(text, from, to) {
  const inText = (folder) => JSON.stringify(folder).slice(1, -1);
  return text.replaceAll(inText(from), () => inText(to));
}
