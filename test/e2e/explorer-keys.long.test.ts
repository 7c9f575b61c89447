import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import type { SearchCoverage } from "../../src/report/sections/coverage.ts";
import { TempProject } from "./temp-project.ts";

// Every key about how the search is guided, swarmed and shared changes what the search does. With
// one worker the same keys give the same campaign, so that a difference is the key's.

const chaosFile = `
import fc from "fast-check";
import { chaosTest, fault } from "gauntlet";
import { turn } from "./src/safe.ts";
import { answer } from "./src/phone.ts";

export default chaosTest({
  name: "safe",
  setup: () => ({ dial: 0, calls: 0 }),
  faults: [
    fault.errorOnCall("src/phone.ts#answer", { sync: true }),
    fault.errorOnCall("src/phone.ts#dial", { sync: true }),
    fault.errorOnCall("src/phone.ts#hold", { sync: true }),
  ],
  rules: {
    turn: {
      draw: { number: fc.integer({ min: 0, max: 1_000_000 }) },
      run: (safe, { number }) => turn(safe, number),
    },
    call: { run: (safe) => { try { safe.calls += answer(); } catch { safe.calls -= 1; } } },
  },
  invariants: { "the safe is shut": (safe) => safe.dial < 2 },
});
`;

const files = {
  "a.chaos.ts": chaosFile,
  "src/safe.ts": `
export function turn(safe: { dial: number }, number: number): void {
  if (safe.dial === 0) {
    if (number === 271_828) safe.dial = 1;
  } else if (number === 314_159) {
    safe.dial = 2;
  }
}
`,
  "src/phone.ts": `
export function answer(): number { return dial() + hold(); }
export function dial(): number { return 1; }
export function hold(): number { return 2; }
`,
};

/** What a search of so many runs reached, with some keys set. */
type Reached = SearchCoverage & { readonly code: number | null; readonly told: unknown };

test("the keys of guidance change what is counted, kept and gone on from", async () => {
  const project = new TempProject(files);
  const plain = await reached(project, "plain", "");
  expect(plain.corpus).toBeGreaterThan(2);
  const [one, blocks, none, few] = await Promise.all([
    reached(project, "one", `target_modules = ["src/phone.ts"]`),
    reached(project, "blocks", "ngram = 1"),
    reached(project, "none", "max_checkpoints = 0"),
    reached(project, "few", "max_checkpoints = 2"),
  ]);
  expect(one.blocks.total).toBeLessThan(plain.blocks.total);
  expect(one.blocks.total).toBe(3);
  expect(blocks.edges).toBeLessThan(plain.edges);
  expect([none.corpus, few.corpus]).toEqual([0, 2]);
});

test("checkpoint_prob and checkpoint_strategy change which runs are made", async () => {
  const project = new TempProject(files);
  const keys = (strategy: string): string => `checkpoint_strategy = "${strategy}"`;
  // The first 192 runs are by chance, whatever the keys say.
  const later = { runs: 600 };
  const [never, energy, again, uniform, recent] = await Promise.all([
    reached(project, "never", "checkpoint_prob = 0", later),
    reached(project, "energy", keys("energy"), later),
    reached(project, "again", keys("energy"), later),
    reached(project, "uniform", keys("uniform"), later),
    reached(project, "recent", keys("recent"), later),
  ]);
  expect(energy.told).toEqual(again.told);
  const all = [never, energy, uniform, recent].map(({ told }) => JSON.stringify(told));
  expect(new Set(all).size).toBe(4);
  // A number out of a million: only what goes on from near misses gets there.
  expect(never.curve.at(-1)?.edges).toBeLessThan(energy.curve.at(-1)?.edges ?? 0);
});

test("patience ends a search that finds nothing new", async () => {
  const project = new TempProject(files);
  const patient = await reached(project, "patient", "patience = 40", { runs: 5_000 });
  const { runs } = patient.told as { runs: number };
  expect(runs).toBeGreaterThanOrEqual(40);
  expect(runs).toBeLessThan(5_000);
});

test("fault_toggle_prob and fault_tuples change which faults are on together", async () => {
  const project = new TempProject(files);
  const [off, pairs, triples] = await Promise.all([
    reached(project, "off", "fault_toggle_prob = 0"),
    reached(project, "pairs", ""),
    reached(project, "triples", "fault_tuples = 3"),
  ]);
  expect(off.stress).toEqual([]);
  expect(off.tuples).toMatchObject({ strength: 2, total: 3, covered: [] });
  expect(pairs.tuples).toMatchObject({ strength: 2, total: 3, uncovered: [] });
  expect(triples.tuples).toMatchObject({ strength: 3, total: 1, uncovered: [] });
});

test("tuple_runs and tuple_time limit what is spent on bringing faults together", async () => {
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const project = new TempProject({
    "src/all.ts": names.map((name) => `export function ${name}(): void {}\n`).join(""),
    "a.chaos.ts": `
import { chaosTest, fault } from "gauntlet";
import * as all from "./src/all.ts";
export default chaosTest({
  name: "many",
  setup: () => all,
  faults: ${JSON.stringify(names)}.map((name) => fault.swallowedCall("src/all.ts#" + name)),
  rules: { go: { run: () => { all.a(); } } },
});
`,
  });
  const few = "checkpoint_prob = 0\nsteps_per_run = 8\nfault_toggle_prob = 0.4";
  const [wanted, byChance, inNoTime] = await Promise.all([
    reached(project, "wanted", few, { runs: 80 }),
    reached(project, "chance", `${few}\ntuple_runs = 0`, { runs: 80 }),
    reached(project, "no-time", `${few}\ntuple_time = 0.000001`, { runs: 80 }),
  ]);
  expect(wanted.tuples?.total).toBe(28);
  for (const { tuples } of [byChance, inNoTime]) {
    expect(wanted.tuples?.covered.length).toBeGreaterThan(tuples?.covered.length ?? 28);
  }
});

test("rule_swarm and the swarm of [[tests]] leave out rules and faults", async () => {
  const project = new TempProject(files);
  const swarmed = await reached(project, "swarmed", "rule_swarm = true");
  expect(swarmed.swarm?.configs.some(({ without }) => without.length > 0)).toBe(true);
  const entry = (keys: string): string =>
    `[[tests]]\nclass = "a.chaos.ts"\nmax_runs = 20\n${keys}\n`;
  project.write(
    "gauntlet.toml",
    ["[explorer]\nrule_swarm = true", entry("swarm = false"), entry("")].join("\n"),
  );
  const { coverage } = await project.told("explore");
  expect(coverage.subjects?.map(({ swarm }) => swarm !== undefined)).toEqual([false, true]);
});

test("workers is how many processes search", async () => {
  const project = new TempProject({
    ...files,
    // Loaded in each process before anything is simulated.
    "count.cjs": `
const isWorker = process.argv[1]?.includes("worker-main");
const name = require("node:crypto").randomUUID();
if (isWorker) require("node:fs").writeFileSync(__dirname + "/loads/" + name, "");
`,
    "loads/.keep": "",
  });
  project.env["NODE_OPTIONS"] = `--require ${project.path("count.cjs")}`;
  const processes = async (workers: number): Promise<number> => {
    const before = readdirSync(project.path("loads")).length;
    await reached(project, `workers-${workers}`, `workers = ${workers}`, { runs: 40 });
    return readdirSync(project.path("loads")).length - before;
  };
  const alone = await processes(1);
  expect(alone).toBeGreaterThanOrEqual(1);
  expect(await processes(3)).toBe(alone + 2);
});

// --- inside ---

async function reached(
  project: TempProject,
  name: string,
  keys: string,
  { runs = 150, file = "a.chaos.ts" }: { readonly runs?: number; readonly file?: string } = {},
): Promise<Reached> {
  project.write(
    `${name}.toml`,
    `[explorer]\nmax_runs = ${runs}\nshrink_budget = 0\n${keys}
[report]\ncorpus_dir = "${name}"\n`,
  );
  const { code, summary, coverage, properties } = await project.told(
    "explore",
    file,
    "--config",
    `${name}.toml`,
  );
  const [subject] = coverage.subjects ?? [];
  if (subject === undefined) throw new Error("nothing was searched");
  // When something was heard of depends on the clock, what was reached does not.
  const { curve: _, lastNewsAtRun: __, ...rest } = subject;
  return {
    ...subject,
    code,
    told: { runs: summary.runs, wakes: summary["wakes"], properties, rest },
  };
}
