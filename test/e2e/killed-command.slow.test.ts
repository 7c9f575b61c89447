import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, watch } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { program } from "./command-line.ts";
import { RandomSource } from "../../src/kernel/decisions/random-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { digestOf, readRun, runIds, runsFolder } from "../../src/store/runs/run-store.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

// The whole command is killed, from its first moment to its last. Most of the moments are
// spread over its life; writing is so small a part of it that the others begin where it begins.

const killsCount = 200;
/** More than there are cores, so that what they write is interrupted by one another as well. */
const atOnce = 4;
/** About as long as a trace is written, and what comes after it. */
const writingMsMax = 40;

/** Two hundred commands are started and killed; on a busy machine each takes seconds. */
const killingMsMax = 900_000;

test(
  "kill -9 of a recording command leaves a whole trace or none, and no half run",
  { timeout: killingMsMax },
  async () => {
    const project = new TempProject({ [held.file]: held.text, [broken.file]: broken.text });
    const whole = await Promise.all(
      [held, broken, held, held].map((one) => runWhole(project, one)),
    );
    const draws = new RandomSource().restart(seedWords("kill the command"), 0);
    const kills = Array.from({ length: killsCount }, (_, number) => {
      const run = whole[number % whole.length] ?? unknownRun();
      const share = draws.integer("share", { min: 0, max: 1_100 }) / 1_000;
      const from = number % 5 === 4 ? writings[Math.floor(number / 20) % 2] : undefined;
      return { run, folder: `kept/${number}`, from: from ?? "the start", share } as const;
    });

    const left: Left[] = [];
    const waiting = [...kills];
    const lane = async (): Promise<void> => {
      for (let kill = waiting.shift(); kill !== undefined; kill = waiting.shift()) {
        await killAt(project, kill);
        left.push(await leftIn(project.path(kill.folder), kill.run.trace));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));

    // Before, during and after the writing: all of them were hit, and more than once.
    const counts = (["nothing", "a part", "a trace"] as const).map(
      (one) => left.filter((found) => found === one).length,
    );
    expect(Math.min(...counts), `nothing, a part, a trace: ${counts.join(", ")}`).toBeGreaterThan(
      1,
    );
    await judgeStore(project, whole);
  },
);

// --- inside ---

interface Subject {
  readonly file: string;
  readonly text: string;
  readonly record: string;
  readonly code: number;
}

/** Its trace is written at once. */
const held: Subject = {
  file: "held.scenario.yaml",
  text: dice(20),
  record: "x.jsonl.gz",
  code: 0,
};
/** Its trace takes several writes, and the same trace is kept with its finding. */
const broken: Subject = {
  file: "broken.scenario.yaml",
  text: `${dice(400)}  - { type: fail, message: no }\n`,
  record: "x.jsonl",
  code: 1,
};

function dice(times: number): string {
  return `
version: 1
name: ${times} dice
steps:
  - { type: repeat, times: ${times}, steps: [{ type: rand_u64, key: "\${index}" }] }
`;
}

interface WholeRun {
  readonly subject: Subject;
  readonly trace: Trace;
  /** The shortest that was seen, since the machine may have been busy with something else. */
  lifeMs: number;
}

function unknownRun(): never {
  throw new Error("there is no such run");
}

/** Lets the command come to its end, and says how long it lived. */
async function runWhole(project: TempProject, subject: Subject): Promise<WholeRun> {
  const folder = `whole/${wholeNumber++}`;
  const startMs = performance.now();
  const child = start(project, subject, folder);
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(subject.code);
  const lifeMs = performance.now() - startMs;
  return { subject, lifeMs, trace: await readTrace(project.path(`${folder}/${subject.record}`)) };
}

let wholeNumber = 0;

function start(project: TempProject, { file, record }: Subject, folder: string): ChildProcess {
  const words = ["run", file, "--record", `${folder}/${record}`];
  return spawn(process.execPath, [program, ...words], { cwd: project.root, stdio: "ignore" });
}

const writings = ["the first file", "the trace"] as const;

interface Kill {
  readonly run: WholeRun;
  readonly folder: string;
  /** What the time counts from: the first file is one beside the trace. */
  readonly from: "the start" | (typeof writings)[number];
  /** When, as a part of all the time that there is. */
  readonly share: number;
}

async function killAt(project: TempProject, { run, folder, ...when }: Kill): Promise<void> {
  mkdirSync(project.path(folder), { recursive: true });
  const watcher = watch(project.path(folder));
  const startMs = performance.now();
  const child = start(project, run.subject, folder);
  const ended = once(child, "close");
  const isBegun = (name: unknown): boolean =>
    when.from === "the first file" || name === run.subject.record;
  const begun = new Promise<void>((resolve) => {
    watcher.on("change", (_, name) => isBegun(name) && resolve());
  });
  if (when.from !== "the start") await Promise.race([begun, ended]);
  const ms = when.share * (when.from === "the start" ? run.lifeMs : writingMsMax);
  await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), ended]);
  child.kill("SIGKILL");
  const [code, signal] = (await ended) as [number | null, string | null];
  watcher.close();
  if (signal === null) run.lifeMs = Math.min(run.lifeMs, performance.now() - startMs);
  // It was killed, or had come to its own end before; nothing else ended it.
  expect(signal ?? code).toBe(signal === null ? run.subject.code : "SIGKILL");
}

type Left = "nothing" | "a part" | "a trace";

/** What a killed command left where it records. Whatever reads as a trace has to be all of it. */
async function leftIn(folder: string, wanted: Trace): Promise<Left> {
  const names = readdirSync(folder);
  for (const name of names) {
    expect(name).toMatch(isTrace(name) ? /^x\.jsonl/ : leftBehind);
    const file = path.join(folder, name);
    const read = await (isTrace(name) ? readTrace(file) : readTrace(file).catch(() => undefined));
    if (read === undefined) continue;
    expect(path.basename(read.header.path ?? "")).toMatch(/^x\.jsonl/);
    expect(read.decisions).toEqual(wanted.decisions);
    expect(read.verdict).toEqual(wanted.verdict);
  }
  if (names.some(isTrace)) return "a trace";
  return names.length > 0 ? "a part" : "nothing";
}

/** How every verb that looks for traces in a folder knows them. */
function isTrace(name: string): boolean {
  return /\.jsonl(?:\.gz)?$/.test(name);
}

const leftBehind = /\.(?:tmp|lock(?:\.[\da-f-]+)?)$/;

/** What the killed have left in the project's own folder: all that has a name is whole. */
async function judgeStore(project: TempProject, whole: readonly WholeRun[]): Promise<void> {
  const store = project.path(".gauntlet");
  const entries = readdirSync(store, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name));
  const failed = whole.find(({ subject }) => subject === broken) ?? unknownRun();
  const named = files.filter((file) => !leftBehind.test(file));
  for (const file of named.filter(isTrace)) {
    expect((await readTrace(file)).decisions).toEqual(failed.trace.decisions);
  }
  for (const file of named.filter((one) => !isTrace(one))) {
    const text = readFileSync(file, "utf8");
    expect(path.basename(file)).toMatch(/^(?:report\.txt|(?:report|manifest|finding)\.json)$/);
    expect(() => (file.endsWith(".json") ? JSON.parse(text) : text)).not.toThrow();
    expect(text).toMatch(/\n$/);
  }
  const runs = await Promise.all(
    (await runIds(project.root)).map((id) => readRun(path.join(runsFolder(project.root), id))),
  );
  const kept = runs.filter((run) => run !== undefined); // one without a manifest did not end
  expect(kept.length).toBeGreaterThanOrEqual(whole.length);
  for (const { folder, manifest } of kept) {
    const report: unknown = JSON.parse(readFileSync(path.join(folder, "report.json"), "utf8"));
    expect(report).toMatchObject({ run: manifest.runId });
    for (const name of manifest.traces.filter((one) => one.startsWith("kept/"))) {
      expect(await digestOf(project.path(name))).toBe(manifest.digests[name]);
    }
  }
}
