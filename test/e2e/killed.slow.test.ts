import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { RandomSource } from "../../src/kernel/decisions/random-source.ts";
import { seedWords } from "../../src/kernel/decisions/seed.ts";
import { readRun, runIds, runsFolder } from "../../src/store/runs/run-store.ts";
import type { Trace } from "../../src/kernel/trace/trace.ts";
import { readTrace, writeTrace } from "../../src/store/trace-file.ts";
import { repository, TempProject } from "./temp-project.ts";

// Processes that record without pause are killed at any moment. Whatever has the name of a trace or
// of a run is whole then, and whoever comes next is not held up by the dead.

const killsCount = 200;
const atOnce = 2;
/** Longer than it takes to write a few traces. */
const delayMsMax = 120;
/** Far below the ten seconds after which a lock counts as left behind by somebody unknown. */
const nextWriterMsMax = 5_000;

test("kill -9 at any moment leaves no half file and no lock that holds up the next", async () => {
  const other = new TempProject({ "a.scenario.yaml": scenario });
  await other.cli("run", "a.scenario.yaml", "--record", "sample.jsonl");
  const sample = await readTrace(other.path("sample.jsonl"));
  const project = new TempProject({ "record.mjs": recorder });
  await writeTrace({ path: project.path("sample.jsonl"), trace: sample, collision: "error" });
  const delays = new RandomSource().restart(seedWords("kill"), 0);
  let killed = 0;
  const kill = async (): Promise<void> => {
    while (killed < killsCount) {
      killed += 1;
      await killAfter(project, delays.integer("delay", { min: 0, max: delayMsMax }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, kill));

  const names = readdirSync(project.path("traces"));
  const whole = names.filter((name) => /^[^.].*\.jsonl(?:\.gz)?$/u.test(name));
  expect(whole.length).toBeGreaterThan(10); // they were really at it
  for (const name of whole) {
    const { header, decisions } = await readTrace(project.path(`traces/${name}`));
    expect([path.basename(header.path ?? ""), decisions]).toEqual([name, sample.decisions]);
  }
  const ids = await runIds(project.root);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) {
    const run = await readRun(path.join(runsFolder(project.root), id));
    if (run === undefined) continue; // a run that did not end
    const report = project.read(`.gauntlet/runs/${id}/report.json`);
    expect([run.manifest.runId, JSON.parse(report)]).toEqual([id, { of: run.manifest.subject }]);
  }

  const nextMs = await writeNext(project, sample);
  // The second time no lock is left, so that is how long it takes here and now.
  expect(nextMs).toBeLessThan(nextWriterMsMax + 2 * (await writeNext(project, sample)));
});

// --- inside ---

async function writeNext(project: TempProject, trace: Trace): Promise<number> {
  const startMs = performance.now();
  for (const name of ["x.jsonl.gz", "y.jsonl"]) {
    const target = project.path(`traces/${name}`);
    await writeTrace({ path: target, trace, collision: "append", namesItself: true });
    await writeTrace({ path: target, trace, collision: "overwrite", namesItself: true });
  }
  return performance.now() - startMs;
}

const scenario = `
version: 1
name: dice
steps:
  - { type: repeat, times: 200, steps: [{ type: rand_u64, key: "\${index}" }] }
`;

const compiled = (file: string): string => JSON.stringify(path.join(repository, "compiled", file));

/** Writes into the same names again and again, and keeps a run after each. */
const recorder = `
import { readTrace, writeTrace } from ${compiled("store/trace-file.js")};
import { keepRun, openRun } from ${compiled("store/runs/index.js")};
const trace = await readTrace("sample.jsonl");
const now = new Date().toISOString();
const facts = { command: "run", verdict: "held", seed: 1, startedAt: now, finishedAt: now };
console.log("ready");
for (let number = 0; ; number++) {
  const path = "traces/" + ["x.jsonl.gz", "y.jsonl"][number % 2];
  const collision = ["append", "overwrite"][(number >> 1) % 2];
  const written = await writeTrace({ path, trace, collision, namesItself: true });
  const run = await openRun(process.cwd());
  const document = JSON.stringify({ of: written });
  const more = { subject: written, identities: [], findings: [], traces: [written], text: "" };
  await keepRun(process.cwd(), run, { ...facts, ...more, document });
}
`;

async function killAfter(project: TempProject, ms: number): Promise<void> {
  const child = spawn(process.execPath, ["record.mjs"], {
    cwd: project.root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  await once(child.stdout, "data");
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill("SIGKILL");
  const [, signal] = (await ended) as [number | null, string | null];
  expect(signal).toBe("SIGKILL"); // it did not end by itself, with an error
}
