import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { RunManifest } from "./run-manifest.ts";
import {
  keepRun,
  openRun,
  readRun,
  type RunFacts,
  runIds,
  runsFolder,
  runsKeptMax,
} from "./run-store.ts";

test("a kept run is its document byte for byte, its text and a manifest", async () => {
  const root = project();
  writeFileSync(path.join(root, "a.jsonl"), "trace");
  const run = await openRun(root, at(0));
  const kept = await keepRun(root, run, facts({ traces: [path.join(root, "a.jsonl")] }));
  expect(readdirSync(run.folder).toSorted()).toEqual([
    "manifest.json",
    "report.json",
    "report.txt",
  ]);
  expect(readFileSync(path.join(run.folder, "report.json"), "utf8")).toBe('{ "a": 1 }\n');
  expect(readFileSync(path.join(run.folder, "report.txt"), "utf8")).toBe("a text\n");
  expect(await readRun(run.folder)).toEqual(kept);
  expect({ ...kept.manifest, runId: "" }).toEqual({
    schema: 1,
    runId: "",
    command: "explore",
    argv: ["explore", "a.chaos.ts"],
    subject: "a",
    verdict: "held",
    seed: "0x5eed",
    startedAt: "2026-01-01T00:00:00.000Z",
    finishedAt: "2026-01-01T00:00:01.000Z",
    identities: [],
    findings: [],
    traces: ["a.jsonl"],
    digests: { "a.jsonl": "eafe895eb8119e6e5d06463590b2ef81b3651c157d5c8e18f1889186c7fd0ac0" },
  } satisfies RunManifest);
});

test("ids sort as the times do, and a hundred runs of one moment are a hundred runs", async () => {
  const root = project();
  const earlier = await openRun(root, at(1));
  const runs = await Promise.all(Array.from({ length: 100 }, () => openRun(root, at(2))));
  const later = await openRun(root, at(3));
  const ids = await runIds(root);
  expect(new Set(ids).size).toBe(102);
  expect([ids[0], ids.at(-1)]).toEqual([later.id, earlier.id]);
  expect(ids.slice(1, -1)).toEqual(
    runs
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test("a run that ends later has the later id, whatever the clock says meanwhile", async () => {
  const root = project();
  const times = [at(5), at(5), at(5), at(2), at(-86_400_000), at(6), at(50)];
  const ids = [];
  for (const time of times) ids.push((await openRun(root, time)).id);
  expect(await runIds(root)).toEqual(ids.toReversed());
  // Where the clock has come further, it is right again.
  expect(ids.at(-1)).toMatch(/^20260101-000000050-/);
});

test("a name that is no time does not stop the runs after it", async () => {
  for (const name of ["99991231-235959999-ffffff", "20269999-999999999-ffffff"]) {
    const root = project();
    mkdirSync(path.join(runsFolder(root), name), { recursive: true });
    expect((await openRun(root, at(1))).id).toMatch(/^20260101-000000001-/);
  }
});

test("the newest runs stay, and so does what is no run", async () => {
  const root = project();
  const count = runsKeptMax + 3;
  const opened = [];
  for (let number = 0; number < count; number++) opened.push(await openRun(root, at(number)));
  mkdirSync(path.join(runsFolder(root), "my notes"));
  const last = await openRun(root, at(count));
  await keepRun(root, last, facts());
  const ids = await runIds(root);
  expect(ids).toHaveLength(runsKeptMax);
  expect(ids.at(-1)).toBe(opened[4]?.id);
  expect(ids[0]).toBe(last.id);
  expect(readdirSync(runsFolder(root))).toContain("my notes");
});

test("a run that did not end is none, and a damaged one is an error with its file", async () => {
  const root = project();
  const { folder } = await openRun(root, at(0));
  expect(await readRun(folder)).toBeUndefined();
  for (const text of ["{", "[]", "{}", '{ "schema": 2 }']) {
    writeFileSync(path.join(folder, "manifest.json"), text);
    await expect(readRun(folder)).rejects.toMatchObject({
      code: "R005",
      where: path.join(folder, "manifest.json"),
    });
  }
});

test("AC-14: an edit of the same size and time is seen, because nothing is cached", async () => {
  const root = project();
  const run = await openRun(root, at(0));
  await keepRun(root, run, facts({ subject: "one" }));
  const file = path.join(run.folder, "manifest.json");
  utimesSync(file, 1_000, 1_000);
  const { size } = statSync(file);
  expect((await readRun(run.folder))?.manifest.subject).toBe("one");
  writeFileSync(file, readFileSync(file, "utf8").replace('"one"', '"two"'));
  utimesSync(file, 1_000, 1_000);
  expect(statSync(file)).toMatchObject({ size, mtimeMs: 1_000_000 });
  expect((await readRun(run.folder))?.manifest.subject).toBe("two");
});

// --- inside ---

function project(): string {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-runs-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** So many milliseconds after a moment. */
function at(ms: number): Date {
  return new Date(Date.UTC(2026, 0, 1) + ms);
}

function facts(given: Partial<RunFacts> = {}): RunFacts {
  return {
    command: "explore",
    argv: ["explore", "a.chaos.ts"],
    subject: "a",
    verdict: "held",
    seed: "0x5eed",
    startedAt: at(0).toISOString(),
    finishedAt: at(1_000).toISOString(),
    identities: [],
    findings: [],
    traces: [],
    document: '{ "a": 1 }\n',
    text: "a text\n",
    ...given,
  };
}
