import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf, gauntlet } from "./command-line.ts";
import { type Example, repository, withWorker } from "./example.ts";

// A write-ahead log that forgets its fsync loses what it acknowledged; with it, every power cut was
// tried and none loses anything.
const wal: Example = { folder: "wal", exportName: "default" };

/** Several processes each, on a machine that may be busy. */

let root = "";
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "gauntlet-wal-"));
  cpSync(path.join(repository, "examples", "wal"), path.join(root, "wal"), {
    recursive: true,
    filter: (source) => path.basename(source) !== ".gauntlet",
  });
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const broken = (): string => path.join(root, "wal");
const fixed = (): string => path.join(root, "wal", "fixed");

test("the twins differ in the log and not in what is asked of it", () => {
  const read = (folder: string, file: string): string =>
    readFileSync(path.join(folder, file), "utf8");
  expect(read(fixed(), "wal.chaos.ts")).toBe(read(broken(), "wal.chaos.ts"));
  const lines = read(fixed(), "src/wal.ts").split("\n");
  const known = new Set(read(broken(), "src/wal.ts").split("\n"));
  expect(lines.filter((line) => !known.has(line))).toEqual([
    "    this.#disk.fsyncSync(this.#file);",
  ]);
});

test("the lost entry is found with 10 of 10 seeds, and never in the twin", async () => {
  const seeds = Array.from({ length: 10 }, (_, at) => at + 1);
  const stretch = { fromRun: 0, runsMax: 20, timeMsMax: 20_000, marksEachRun: false };
  const propertiesOf = (projectRoot: string): Promise<readonly (readonly unknown[])[]> =>
    withWorker({ example: wal, projectRoot }, async (worker) => {
      const found: unknown[][] = [];
      for (const seed of seeds) {
        const sightings: unknown[] = [];
        const { runs } = await worker.explore(
          { type: "explore", ...stretch, seed },
          { onSighting: ({ failure }) => void sightings.push(failure.property) },
        );
        expect(runs).toBe(stretch.runsMax);
        found.push(sightings);
      }
      return found;
    });
  const [lost, kept] = await Promise.all([propertiesOf(broken()), propertiesOf(fixed())]);
  expect(lost).toEqual(seeds.map(() => ["an acknowledged entry survives"]));
  expect(kept).toEqual(seeds.map(() => []));
});

/** The fixed log asks for less in a crash, so the rest of the trace goes on by chance. */
const inTwin = ["--cwd", "fixed", "--regression", "--json"];

test("it is told in two steps and no fewer, and replays, but not in the twin", async () => {
  const explored = await gauntlet(broken(), "explore", "wal.chaos.ts", "--runs", "20", "--json");
  const [finding] = documentOf(explored).findings;
  expect(finding?.story).toEqual([
    'append entry=""',
    "losePower",
    "broken: an acknowledged entry survives",
  ]);
  const trace = finding?.trace ?? "";
  const [again, small, twin] = await Promise.all([
    gauntlet(broken(), "replay", trace, "--json"),
    gauntlet(broken(), "shrink", trace, "--json"),
    gauntlet(broken(), "replay", `../${trace}`, ...inTwin),
  ]);
  expect(documentOf(again).findings[0]?.identity).toEqual(finding?.identity);
  const { notes, artifacts } = documentOf(small);
  const asSmall = "the trace is already minimal: no new one was written";
  expect({ notes, artifacts }).toEqual({ notes: [asSmall], artifacts: [] });
  expect([twin.code, documentOf(twin).findings]).toEqual([0, []]);
});

test("dfs over every power cut in three appends proves the twin safe", async () => {
  const dfs = (folder: string) =>
    gauntlet(folder, "explore", "wal.chaos.ts#everyCut", "--strategy", "dfs", "--json");
  const [lost, safe] = await Promise.all([dfs(broken()), dfs(fixed())]);
  expect(documentOf(lost)).toMatchObject({
    notes: ["exhausted: 88 runs"],
    findings: [{ message: "an acknowledged entry survives" }],
  });
  expect(safe.code).toBe(0);
  expect(documentOf(safe)).toMatchObject({
    verdict: "held",
    findings: [],
    notes: ["exhausted: 53 runs"],
  });
});
