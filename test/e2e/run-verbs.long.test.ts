import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cli } from "./command-line.ts";
import { TempProject } from "./temp-project.ts";

// `report`, `artifacts`, `env` and `corpus add`: each verb, each flag shown to change something
// (AC-24), each exit code, and one document with --json.

const chaos = (limit: number): string => `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "never many": (state) => state.sum < ${limit} },
});
`;

interface Made {
  readonly project: TempProject;
  readonly broken: string;
  readonly held: string;
  readonly finding: string;
}

async function made(): Promise<Made> {
  const project = new TempProject({ "a.chaos.ts": chaos(2) });
  const words = ["explore", "a.chaos.ts", "--runs", "5", "--json"];
  const first = documentOf(await project.cli(...words));
  project.write("a.chaos.ts", chaos(1_000));
  const second = documentOf(await project.cli(...words));
  const { findings } = first as { readonly findings: readonly { readonly id: string }[] };
  return {
    project,
    broken: String(first["run"]),
    held: String(second["run"]),
    finding: findings[0]?.id ?? "",
  };
}

test("kept runs are shown, asked, compared, listed and carried away", async () => {
  const runs = await made();
  await showAndAsk(runs);
  await compareForFlakes(runs);
  await addToCorpus(runs);
  await listAndCompare(runs);
  await carryAway(runs);
});

async function showAndAsk({ project, broken, finding }: Made): Promise<void> {
  const say = (...words: string[]) => project.cli(...words);
  const kept = (name: string): string => project.read(`.gauntlet/runs/${broken}/${name}`);
  const trace = `.gauntlet/findings/${finding}/trace.jsonl.gz`;

  // report show: latest where none is named; --format changes how it is told.
  expect((await say("report", "show")).out).toMatch(/^explore {2}counter[^]*✓ 1 property held/);
  expect(await say("report", "show", broken)).toEqual({
    code: 0,
    out: kept("report.txt"),
    err: "",
  });
  expect((await say("report", "show", "last-fail", "--json")).out).toBe(kept("report.json"));
  expect((await say("report", "show", finding, "--format", "json")).out).toBe(kept("report.json"));
  const junit = await say("report", "show", trace, "--format", "junit");
  expect(junit.out).toMatch(
    /<testcase [^]*<failure type="property" message="never many[^]*pay|add/,
  );
  expect(await say("report", "show", "--format", "pdf")).toMatchObject({ code: 2, out: "" });
  const both = await say("report", "show", "--json", "--format", "text");
  expect([both.code, documentOf(both)["error"]]).toMatchObject([2, { code: "U009" }]);

  // report query
  expect((await say("report", "query", broken, "--path", ".verdict")).out).toBe('"broken"\n');
  const two = ["--path", "$.findings[].id", "--path", "summary.runs"];
  expect((await say("report", "query", broken, ...two)).out).toBe(`"${finding}"\n5\n`);
  expect(documentOf(await say("report", "query", broken, ...two, "--json"))).toMatchObject({
    command: "report",
    run: broken,
    values: [finding, 5],
  });
  expect((await say("report", "query", "--list-paths")).out).toMatch(
    /^\.summary\.runs {3}number$/m,
  );
  expect((await say("report", "query", "--path", ".verdit")).err).toContain("`.verdict`");
  expect((await say("report", "query")).err).toContain("either `--path` or `--list-paths`");
}

async function compareForFlakes({ project, broken, held }: Made): Promise<void> {
  const say = (...words: string[]) => project.cli(...words);
  const flaky = await say("report", "flaky", broken, held);
  expect([flaky.code, flaky.out]).toEqual([
    1,
    expect.stringContaining("✗ flake rate 50 %, the budget is 0 %") as string,
  ]);
  expect((await say("report", "flaky", broken, held, "--flake-budget", "0.5")).code).toBe(0);
  for (const budget of ["NaN", "Infinity", "-0.1", "1.1", "", "half"]) {
    const refused = await say("report", "flaky", broken, held, "--flake-budget", budget);
    expect([budget, refused.code, refused.out]).toEqual([budget, 2, ""]);
  }
  expect((await say("report", "flaky", broken, "last-fail")).err).toContain("error[R009]");
  const colours = [];
  for (const flags of [[], ["--no-color"]]) {
    const words = ["report", "flaky", broken, held, ...flags];
    const { out } = await cli(project.root, words, { outColumns: 100 });
    colours.push(out.includes("\u001B["));
  }
  expect(colours).toEqual([true, false]);
}

async function listAndCompare({ project, broken, held, finding }: Made): Promise<void> {
  const say = (...words: string[]) => project.cli(...words);
  const trace = `.gauntlet/findings/${finding}/trace.jsonl.gz`;

  const listed = documentOf(await say("artifacts", "ls", finding, "--json"));
  expect([listed["run"], listed["files"]]).toMatchObject([
    broken,
    [
      { path: `.gauntlet/runs/${broken}/manifest.json`, kind: "report" },
      { path: `.gauntlet/runs/${broken}/report.json`, kind: "report" },
      { path: `.gauntlet/runs/${broken}/report.txt`, kind: "report" },
      { path: trace, kind: "trace", state: "kept" },
      { path: `.gauntlet/findings/${finding}/finding.json`, kind: "finding" },
    ],
  ]);
  expect((await say("artifacts", "ls", broken)).out).toMatch(
    / bytes +\w{16} {3}\.gauntlet\/findings\/.*trace/,
  );

  const diff = await say("artifacts", "diff", broken, held);
  expect([diff.code, diff.out]).toEqual([
    1,
    expect.stringMatching(/^they came out differently\n +verdict +broken +held\n/) as string,
  ]);
  expect((await say("artifacts", "diff", broken, "last-fail")).code).toBe(0);
}

async function carryAway({ project, broken, held, finding }: Made): Promise<void> {
  const say = (...words: string[]) => project.cli(...words);
  const trace = `.gauntlet/findings/${finding}/trace.jsonl.gz`;

  await say("artifacts", "export", broken, "--out", "out");
  expect(project.read("out/report.json")).toBe(
    project.read(`.gauntlet/runs/${broken}/report.json`),
  );
  expect(existsSync(project.path(`out/findings/${finding}/trace.jsonl.gz`))).toBe(true);
  const other = await say("artifacts", "export", held, "--out", "out");
  expect([other.code, other.err]).toEqual([2, expect.stringContaining("error[R011]") as string]);
  expect((await say("artifacts", "export", held, "--out", "out", "--force")).code).toBe(0);
  expect(project.read("out/report.json")).toContain(held);
  expect(existsSync(project.path(`out/findings/${finding}/trace.jsonl.gz`))).toBe(true);

  await say("artifacts", "pack", broken, "--out", "run.tar.gz");
  expect(tarNames(project, "run.tar.gz")).toEqual([
    "command.json",
    "env.json",
    `findings/${finding}/finding.json`,
    `findings/${finding}/trace.jsonl.gz`,
    "manifest.json",
    "report.json",
    "report.txt",
  ]);
  await say("artifacts", "bundle", finding, "--out", "one.tgz");
  await say("artifacts", "bundle", trace, "--out", "same.tgz");
  expect(readFileSync(project.path("one.tgz"))).toEqual(readFileSync(project.path("same.tgz")));
  const bundle = JSON.parse(tarText(project, "one.tgz", "bundle.json")) as object;
  expect(bundle).toMatchObject({ run: broken, trace: `findings/${finding}/trace.jsonl.gz` });
  expect(JSON.parse(tarText(project, "one.tgz", "trace-verify.json"))).toMatchObject({
    verdict: "held",
    recorded: "broken",
  });
  expect((await say("artifacts", "bundle", held, "--out", "none.tgz")).err).toContain("R003");
  expect((await say("artifacts", "export")).err).toContain("required option `--out <path>`");

  // A damaged trace is bundled, and said to be so; `ls` says that it changed.
  project.write(trace, "not a trace");
  expect((await say("artifacts", "ls", broken)).out).toMatch(
    / changed {3}\.gauntlet\/findings\/.*trace\.jsonl\.gz/,
  );
  await say("artifacts", "bundle", broken, "--out", "bad.tgz");
  expect(JSON.parse(tarText(project, "bad.tgz", "trace-verify.json"))).toMatchObject({
    verdict: "broken",
    error: { code: "T001" },
  });
}

async function addToCorpus({ project, broken, held, finding }: Made): Promise<void> {
  const say = (...words: string[]) => project.cli(...words, "--json");
  const flags = ["--config", "other.toml"];
  project.write("other.toml", '[report]\ncorpus_dir = "kept"\n');
  const added = await say("corpus", "add", broken, finding, ...flags);
  expect(documentOf(added)).toMatchObject({ added: 1, known: 0, subjects: ["a.chaos.ts#default"] });
  expect(documentOf(await say("corpus", "add", "last-fail", ...flags))).toMatchObject({
    added: 0,
    known: 1,
  });
  const none = await say("corpus", "add", held);
  expect([none.code, documentOf(none)["error"]]).toMatchObject([2, { code: "R003" }]);
}

test("env says what answers runs here, the versions and the config in use", async () => {
  const project = new TempProject();
  const bare = documentOf(await project.cli("env", "--json"));
  expect(bare).toMatchObject({
    command: "env",
    capabilities: {
      time: { tier: "simulated", deterministic: true },
      rng: { tier: "simulated", deterministic: true },
      fs: { backend: "virtual" },
      http: { backend: "scripted" },
      net: { deterministic: true },
      proc: { backend: "scripted" },
      memory: { tier: "uncontrolled", deterministic: false },
      modules: { deterministic: true },
    },
    versions: { node: process.versions.node, icu: process.versions.icu },
    platform: `${process.platform} ${process.arch}`,
    config: null,
  });
  const backends = 'fs_backend = "host"\nhttp_backend = "host"\nproc_backend = "host"\n';
  project.write("gauntlet.toml", `[scenarios]\n${backends}`);
  const real = { backend: "host", tier: "recorded", deterministic: false };
  expect(documentOf(await project.cli("env", "--json"))).toMatchObject({
    capabilities: { fs: real, http: real, proc: real, net: { backend: "virtual" } },
  });
  const { out } = await project.cli("env");
  expect(out).toMatch(/^ {2}time +simulated +virtual clock$/m);
  expect(out).toMatch(/^ {2}config +gauntlet\.toml$/m);
});

// --- inside ---

function documentOf({ out }: { readonly out: string }): Readonly<Record<string, unknown>> {
  return JSON.parse(out) as Readonly<Record<string, unknown>>;
}

function tarNames(project: TempProject, file: string): readonly string[] {
  const out = execFileSync("tar", ["-tzf", project.path(file)], { encoding: "utf8" });
  return out.trimEnd().split("\n");
}

function tarText(project: TempProject, file: string, name: string): string {
  return execFileSync("tar", ["-xzOf", project.path(file), name], { encoding: "utf8" });
}
