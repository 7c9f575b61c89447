// What a seam costs while no fault of it is on, against the same code without one.
//   npx tsc -p tsconfig.build.json && node bench/seams.mjs [path to compiled]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const compiled = path.resolve(process.argv[2] ?? new URL("../compiled", import.meta.url).pathname);
const { createLoader } = await import(
  pathToFileURL(path.join(compiled, "subject/loader/index.js")).href
);
const root = mkdtempSync(path.join(tmpdir(), "gauntlet-seams-bench-"));
const seam = { isOn: false, call: (_self, args, proceed) => proceed(...args) };

/** Bodies that do next to nothing show the cost; those that work show what a user would notice. */
const source = `
function add(a, b) { return (a + b) | 0; }
const arrow = (a, b) => (a + b) | 0;
class Gateway {
  fee = 1;
  #paid = 0;
  charge(cents) { return (cents + this.fee) | 0; }
  #book(cents) { this.#paid = (this.#paid + cents) | 0; return this.#paid; }
  pay(cents) { return this.#book(cents); }
}
function parse(text, limit) {
  let total = 0;
  for (let i = 0; i < text.length && i < limit; i++) total = (total * 31 + text.charCodeAt(i)) | 0;
  return total;
}
class Ledger {
  entries = new Map();
  post(account, cents) {
    const balance = ((this.entries.get(account) ?? 0) + cents) & 0xffff;
    this.entries.set(account, balance);
    return balance;
  }
}
async function later(a) { return a; }
const gateway = new Gateway();
const ledger = new Ledger();
export const loops = {
  "function, a sum": (n) => { let s = 0; for (let i = 0; i < n; i++) s = add(s, i); return s; },
  "arrow, a sum": (n) => { let s = 0; for (let i = 0; i < n; i++) s = arrow(s, i); return s; },
  "method, a sum": (n) => { let s = 0; for (let i = 0; i < n; i++) s = gateway.charge(s); return s; },
  "private method": (n) => { let s = 0; for (let i = 0; i < n; i++) s = gateway.pay(i); return s; },
  "function, 20 characters": (n) => {
    let s = 0;
    for (let i = 0; i < n; i++) s = (s + parse("twenty characters ok", 20 + (i & 1))) | 0;
    return s;
  },
  "method, a map": (n) => { let s = 0; for (let i = 0; i < n; i++) s = ledger.post(i & 15, s); return s; },
  "async function": async (n) => { let s = 0; for (let i = 0; i < n; i++) s = (s + (await later(i))) | 0; return s; },
};
`;
const names = ["add", "arrow", "Gateway.charge", "Gateway.#book", "parse", "Ledger.post", "later"];

try {
  writeFileSync(path.join(root, "package.json"), '{"type":"module"}');
  writeFileSync(path.join(root, "entry.mjs"), source);
  const none = await load([]);
  const idle = await load(names.map((name) => `entry.mjs#${name}`));
  console.log(`node ${process.version}; idle seam against none, best of 15`);
  await compare("never on", none, idle);
  seam.isOn = true;
  for (const loop of Object.values(idle)) await loop(2_000);
  seam.isOn = false;
  await compare("on before, idle now", none, idle);
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function load(seams) {
  const loader = createLoader({ projectRoot: root, seams, dispatch: () => seam });
  const graph = await loader.prepare(path.join(root, "entry.mjs"));
  return graph.instantiate().loops;
}

async function compare(title, none, idle) {
  console.log(title);
  for (const name of Object.keys(none)) {
    const best = { none: Infinity, idle: Infinity };
    const calls = name.startsWith("async") ? 100_000 : 2_000_000;
    for (let round = 0; round < 15; round++) {
      best.none = Math.min(best.none, await time(none[name], calls));
      best.idle = Math.min(best.idle, await time(idle[name], calls));
    }
    const ratio = (best.idle / best.none).toFixed(2);
    const added = (((best.idle - best.none) * 1e6) / calls).toFixed(2);
    console.log(`  ${name}:`.padEnd(28) + `${ratio}x, ${added} ns a call added`);
  }
}

async function time(loop, calls) {
  const began = performance.now();
  await loop(calls);
  return performance.now() - began;
}
