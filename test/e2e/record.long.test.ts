import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

// AC-1: a recorded trace says where it lies, and everything that names it says the same.

const scenario = `
version: 1
name: a throw of dice
steps:
  - { type: rand_u64, key: thrown }
`;
const verbs = ["run a.scenario.yaml", "test a.scenario.yaml", "explore a.scenario.yaml --runs 2"];

test.each(verbs)("AC-1a, AC-1c: what `%s` records is where it says", async (line) => {
  const project = new TempProject({ "a.scenario.yaml": scenario });
  const record = ["--record", "kept/x.jsonl.gz", "--no-corpus"];
  const words = [...line.split(" "), ...(line.startsWith("explore") ? record : record.slice(0, 2))];

  expect(await recorded(project, words)).toBe("kept/x.jsonl.gz");
  const before = readFileSync(project.path("kept/x.jsonl.gz"));

  const refused = await project.cli(...words, "--record-collision", "error", "--json");
  expect([refused.code, JSON.parse(refused.out)]).toMatchObject([
    2,
    { verdict: "unknown", error: { code: "T017" } },
  ]);
  expect(refused.err).toMatch(/kept\/x\.jsonl\.gz[^]*`--record-collision overwrite` or `append`/);
  expect(readFileSync(project.path("kept/x.jsonl.gz"))).toEqual(before);

  expect(await recorded(project, words, "overwrite")).toBe("kept/x.jsonl.gz");
  expect(await recorded(project, words, "append")).toBe("kept/x-2.jsonl.gz");
  expect(await recorded(project, words)).toBe("kept/x-3.jsonl.gz");
});

test("AC-1: explore records its first failure, small, and several subjects one each", async () => {
  const broken = `${scenario.replace("dice", "two dice")}  - { type: fail, message: no }\n`;
  const project = new TempProject({ "a.scenario.yaml": scenario, "b.scenario.yaml": broken });
  const words = ["explore", "a.scenario.yaml", "b.scenario.yaml", "--runs", "2"];
  const { out } = await project.cli(...words, "--record", "x.jsonl.gz", "--json");
  const { artifacts, findings } = JSON.parse(out) as Told;
  expect(artifacts).toEqual(expect.arrayContaining(["x.1.jsonl.gz", "x.2.jsonl.gz"]));
  const [held, failed] = await Promise.all(
    ["x.1.jsonl.gz", "x.2.jsonl.gz"].map((name) => readTrace(project.path(name))),
  );
  expect(held?.verdict.kind).toBe("held");
  const found = await readTrace(project.path(findings[0]?.trace ?? ""));
  expect([failed?.verdict, failed?.decisions]).toEqual([found.verdict, found.decisions]);
  expect(found.verdict.kind).toBe("broken");
});

test("AC-1b: twenty that record into one name at once leave twenty traces", async () => {
  const project = new TempProject({ "a.scenario.yaml": scenario });
  const count = 20;
  const seedsWanted = Array.from({ length: count }, (_, at) => String(at + 1));
  const names = await Promise.all(seedsWanted.map((seed) => recordedAlone(project, seed)));
  expect(new Set(names).size).toBe(count);
  const seeds = new Set<unknown>();
  for (const name of names) {
    const file = realpathSync(project.path(name));
    const { header } = await readTrace(file);
    expect(header.path).toBe(file);
    seeds.add(header.seed);
  }
  expect(seeds.size).toBe(count);
});

// --- inside ---

interface Told {
  readonly run: string;
  readonly cases?: readonly { readonly trace?: string }[];
  readonly findings: readonly { readonly trace?: string }[];
  readonly artifacts: readonly string[];
}

/** Records, and checks that trace, document, report and manifest agree about the place. */
async function recorded(
  project: TempProject,
  words: readonly string[],
  collision?: string,
): Promise<string> {
  const flags = collision === undefined ? [] : ["--record-collision", collision];
  const { code, out } = await project.cli(...words, ...flags, "--json");
  const told = JSON.parse(out) as Told;
  expect([code, out]).toEqual([0, project.read(`.gauntlet/runs/${told.run}/report.json`)]);
  const [name = ""] = told.artifacts;
  const manifest = JSON.parse(project.read(`.gauntlet/runs/${told.run}/manifest.json`)) as {
    readonly traces: readonly string[];
  };
  expect(manifest.traces).toEqual([name]);
  expect(told.cases?.[0]?.trace ?? name).toBe(name);
  const file = realpathSync(project.path(name));
  expect((await readTrace(file)).header.path).toBe(file);
  return name;
}

async function recordedAlone(project: TempProject, seed: string): Promise<string> {
  const words = ["run", "a.scenario.yaml", "--seed", seed, "--record", "x.jsonl.gz", "--quiet"];
  const { code, out, err } = await project.gauntlet(...words, "--json");
  expect([code, err]).toEqual([0, ""]);
  return path.normalize((JSON.parse(out) as Told).artifacts[0] ?? "");
}
