import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { program } from "./command-line.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { marked } from "../attack/marked.mjs";
import { TempProject } from "./temp-project.ts";

// Ctrl-C at 20 moments from start to end of a campaign: while it loads, searches, proves, makes
// small and stores. Before each the project is fresh, or has the failure proven already, with and
// without a corpus to begin from.

const momentsCount = 20;
/** So soon the command and all that it started are gone, where the machine is free. */
const goneMsMax = 2_000;

const ledger = `
export class Ledger {
  readonly balances = new Map([["a", 100], ["b", 100], ["c", 100]]);
  async transfer(from: string, to: string, cents: number): Promise<void> {
    const [source = 0, target = 0] = [this.balances.get(from), this.balances.get(to)];
    await digest(from + to + cents);
    this.balances.set(from, source - cents);
    await digest(to + from);
    this.balances.set(to, target + cents);
  }
}
/** Work, so that a run takes its time. */
async function digest(text: string): Promise<number> {
  let sum = 0;
  for (let at = 0; at < 3_000; at++) sum = (sum * 31 + text.charCodeAt(at % text.length)) | 0;
  return new Promise((resolve) => setTimeout(() => resolve(sum), 1));
}
`;

const chaos = `
import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Ledger } from "./src/ledger.ts";
const account = fc.constantFrom("a", "b", "c");
export default chaosTest({
  name: "ledger",
  setup: () => ({ ledger: new Ledger(), open: 0 }),
  concurrency: 3,
  rules: {
    transfer: {
      draw: { from: account, to: account, cents: fc.integer({ min: 1, max: 50 }) },
      run: async (state, { from, to, cents }) => {
        if (from === to) return;
        state.open += 1;
        await state.ledger.transfer(from, to, cents);
        state.open -= 1;
      },
    },
  },
  invariants: {
    "no money is made or lost": ({ ledger, open }) =>
      open > 0 || [...ledger.balances.values()].reduce((sum, one) => sum + one, 0) === 300,
  },
});
`;

const beginnings = ["proven before", "fresh", "proven before, no corpus"] as const;
const campaign = ["explore", "ledger.chaos.ts", "--runs", "250", "--seed", "3"];

test("Ctrl-C at 20 moments ends in time, tells what was seen, keeps what was proven", async () => {
  const project = new TempProject({ "src/ledger.ts": ledger, "ledger.chaos.ts": chaos });
  const startMs = performance.now();
  expect((await project.gauntlet(...campaign)).code).toBe(1);
  const wholeMs = performance.now() - startMs;
  const proven = await keptIn(project);
  cpSync(project.path(".gauntlet"), project.path("proven"), { recursive: true });
  const all: Moment[] = [];
  for (let at = 0; at < momentsCount; at++) {
    const beginning = beginnings[at % beginnings.length] ?? "fresh";
    const afterMs = (wholeMs * (at + 0.5)) / momentsCount;
    all.push(await interruptedAt(afterMs, beginning, project));
  }
  process.stdout.write(`whole: ${wholeMs.toFixed(0)} ms\n${all.map(lineOf).join("\n")}\n`);
  expect(all.flatMap((one) => problemsOf(one, proven))).toEqual([]);
  // It is told at what moments something was known: otherwise the lines above prove little.
  expect(all.filter(({ code }) => code === 130).length).toBeGreaterThan(momentsCount / 2);
  expect(all.filter(({ code, out }) => code === 130 && out.includes(property)).length).not.toBe(0);
}, 600_000);

// --- inside ---

const property = "no money is made or lost";

/** What came of an interrupt. */
interface Moment {
  readonly afterMs: number;
  readonly beginning: (typeof beginnings)[number];
  readonly code: number | null;
  readonly out: string;
  /** From the interrupt to the end. */
  readonly goneMs: number;
  /** How much longer than its own work a process takes at this moment, as others work too. */
  readonly load: number;
  readonly left: readonly string[];
  readonly kept: Kept | undefined;
  /** The exit code of the replay that was printed; undefined where none was. */
  readonly replayed: number | null | undefined;
}

interface Kept {
  readonly decisions: number;
  readonly isConfirmed: boolean;
}

async function interruptedAt(
  afterMs: number,
  beginning: Moment["beginning"],
  project: TempProject,
): Promise<Moment> {
  rmSync(project.path(".gauntlet"), { recursive: true });
  const isProven = beginning !== "fresh";
  if (isProven) cpSync(project.path("proven"), project.path(".gauntlet"), { recursive: true });
  else project.write(".gauntlet/empty", "");
  const mark = randomUUID();
  const flags = beginning === "proven before, no corpus" ? ["--no-corpus"] : [];
  const child = spawn(process.execPath, [program, ...campaign, ...flags], {
    cwd: project.root,
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1", GAUNTLET_TEST: mark },
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
  // Before there is anything to listen to the signal, it ends the process: 130 for a shell.
  const ended = new Promise<number | null>((resolve) => {
    child.on("close", (code, signal) => resolve(signal === "SIGINT" ? 130 : code));
  });
  await Promise.race([ended, setTimeout(afterMs)]);
  const before = load();
  const interruptedMs = performance.now();
  child.kill("SIGINT");
  const code = await ended;
  const goneMs = performance.now() - interruptedMs;
  while (marked(mark).length > 0 && performance.now() < interruptedMs + allowedMs(before)) {
    await setTimeout(20);
  }
  const left = marked(mark);
  const replay = /^replay +npx gauntlet (replay \S+)/mu.exec(out)?.[1];
  return {
    afterMs,
    beginning,
    code,
    out,
    goneMs,
    left,
    load: Math.max(before, load()),
    kept: await keptIn(project),
    replayed: replay && (await project.gauntlet(...replay.split(" "))).code,
  } as Moment;
}

/** Others may be at work: whatever is started then takes as much longer as `load` says. */
function allowedMs(times: number): number {
  return goneMsMax * times;
}

/** The time that a process which does nothing takes to start, as a multiple of its own work. */
function load(): number {
  const code = "const { user, system } = process.cpuUsage(); console.log(user + system)";
  const startMs = performance.now();
  const ownUs = Number(execFileSync(process.execPath, ["-e", code], { encoding: "utf8" }));
  return Math.max(1, ((performance.now() - startMs) * 1_000) / ownUs);
}

async function keptIn(project: TempProject): Promise<Kept | undefined> {
  const folder = project.path(".gauntlet/findings");
  const [name, ...others] = existsSync(folder) ? readdirSync(folder) : [];
  expect(others).toEqual([]);
  if (name === undefined) return undefined;
  const { decisions } = await readTrace(path.join(folder, name, "trace.jsonl.gz"));
  const finding = JSON.parse(readFileSync(path.join(folder, name, "finding.json"), "utf8")) as Kept;
  return { decisions: decisions.length, isConfirmed: finding.isConfirmed };
}

function lineOf({ afterMs, beginning, code, goneMs, load: times, kept, out }: Moment): string {
  const runs = /(\d+) runs/u.exec(out)?.[1] ?? "?";
  const told = out.includes(`✗ ${property}`) ? "told" : "";
  const what = kept === undefined ? "" : `${kept.decisions} decisions, ${kept.isConfirmed}`;
  const words = [afterMs.toFixed(0), beginning, code, goneMs.toFixed(0), times.toFixed(1)];
  return [...words, `${runs} runs`, told, what].join(" | ");
}

function problemsOf(one: Moment, proven: Kept | undefined): readonly string[] {
  const { code, out, goneMs, load: times, left, kept, beginning, replayed } = one;
  const isTold = out.includes(`✗ ${property}`);
  const isWorse =
    beginning !== "fresh" &&
    (kept?.isConfirmed !== true || kept.decisions > (proven?.decisions ?? 0));
  const wrong = [
    ...(code === 130 || code === 1 ? [] : ["another exit code"]),
    ...(goneMs <= allowedMs(times) ? [] : ["too late"]),
    ...(left.length === 0 ? [] : [`left behind: ${left.join(", ")}`]),
    ...(isWorse ? ["what was proven got worse"] : []),
    ...(code === 1 && !isTold ? ["broken, and nothing told"] : []),
    ...(isTold && !/^ +1 +transfer +from=/mu.test(out) ? ["no steps"] : []),
    ...(isTold && kept === undefined ? ["told and not kept"] : []),
    ...(isTold && replayed !== 1 ? [`the replay came out with ${String(replayed)}`] : []),
    ...(kept !== undefined && beginning === "fresh" && !isTold ? ["kept and not told"] : []),
  ];
  return wrong.map((what) => `${what}: ${lineOf(one)}\n${out}`);
}
