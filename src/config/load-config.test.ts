import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "./load-config.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-config-"));
  write("package.json", "{}");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

const plainSections = {
  world: { strict: true, leaks: false, env: {}, allowHost: false },
  loader: { module: "auto" },
  boundaries: [],
  boundaryRules: expect.objectContaining({ reachMin: 0.5, biteMin: 1 }) as object,
};

describe("what a config says", () => {
  const toml = `
    [explorer]
    max_time = 1.5
    max_runs = 10
    seed = "nightly"
    strategy = "pct"
    steps_per_run = 7
    run_timeout = 2
    memory_mb = 128
    shrink_budget = 0
    latency_max_ms = 0
    inline = ["nanoid", "@scope/name"]
    target_modules = ["src/**"]
    max_checkpoints = 3
    checkpoint_prob = 0.5
    checkpoint_strategy = "recent"
    fault_toggle_prob = 0.1
    workers = 0
    ngram = 1
    rule_swarm = true
    fault_tuples = 3
    tuple_runs = 4
    tuple_time = 2.5
    patience = 5
    [world]
    strict = false
    leaks = true
    [[tests]]
    class = "a.chaos.ts"
    [[tests]]
    class = "b.chaos.ts#pay"
    steps_per_run = 8
    max_time = 9
    max_runs = 11
    seed = 12
    swarm = false
    [report]
    format = "both"
    output = "out/report.json"
    traces = true
    traces_dir = "out/traces"
    verbose = true
    corpus_dir = "out/corpus"
  `;
  const data = {
    explorer: {
      max_time: 1.5,
      max_runs: 10,
      seed: "nightly",
      strategy: "pct",
      steps_per_run: 7,
      run_timeout: 2,
      memory_mb: 128,
      shrink_budget: 0,
      latency_max_ms: 0,
      inline: ["nanoid", "@scope/name"],
      target_modules: ["src/**"],
      max_checkpoints: 3,
      checkpoint_prob: 0.5,
      checkpoint_strategy: "recent",
      fault_toggle_prob: 0.1,
      workers: 0,
      ngram: 1,
      rule_swarm: true,
      fault_tuples: 3,
      tuple_runs: 4,
      tuple_time: 2.5,
      patience: 5,
    },
    world: { strict: false, leaks: true, env: {} },
    tests: [
      { class: "a.chaos.ts" },
      {
        class: "b.chaos.ts#pay",
        steps_per_run: 8,
        max_time: 9,
        max_runs: 11,
        seed: 12,
        swarm: false,
      },
    ],
    report: {
      format: "both",
      output: "out/report.json",
      traces: true,
      traces_dir: "out/traces",
      verbose: true,
      corpus_dir: "out/corpus",
    },
  };

  test("without a file, every key has its default", async () => {
    expect(await loadConfig({ cwd: root })).toEqual({
      file: undefined,
      root,
      explorer: {
        maxTime: 60,
        maxRuns: undefined,
        seed: 42,
        strategy: "random",
        stepsPerRun: 50,
        runTimeout: 5,
        memoryMb: 512,
        shrinkBudget: 500,
        latencyMaxMs: 20,
        inline: [],
        targetModules: [],
        maxCheckpoints: 256,
        checkpointProb: 0.4,
        checkpointStrategy: "energy",
        faultToggleProb: 0.3,
        workers: 1,
        ngram: 2,
        ruleSwarm: false,
        faultTuples: 2,
        tupleRuns: undefined,
        tupleTime: undefined,
        patience: undefined,
      },
      ...plainSections,
      tests: [],
      report: {
        format: "text",
        output: join(root, ".gauntlet/report.json"),
        traces: false,
        tracesDir: join(root, ".gauntlet/traces"),
        verbose: false,
        corpusDir: join(root, ".gauntlet/corpus"),
      },
      fixtures: { registries: [] },
      scan: [],
      objects: [],
      contracts: [],
      init: {
        target: undefined,
        outputDir: join(root, "tests"),
        ci: false,
        ciName: "gauntlet",
        installSkill: false,
        scanMaxExamples: 500,
      },
      scenarios: {
        files: [],
        host: {},
        timeoutMs: undefined,
        hostBytesMax: 8_388_608,
        memory: {},
      },
      agent: undefined,
    });
  });

  test("an empty file in any syntax is the same as no file", async () => {
    const expected = await loadConfig({ cwd: root });
    const empties = { "gauntlet.toml": "", "gauntlet.yaml": "# only\n", "gauntlet.json": "{}" };
    for (const [path, content] of Object.entries(empties)) {
      write(path, content);
      const config = await loadConfig({ cwd: root, path });
      expect(config).toEqual({ ...expected, file: join(root, path) });
    }
  });

  test("every key reaches the config, and an entry's own settings win", async () => {
    write("gauntlet.toml", toml);
    const { explorer, tests, report, file } = await loadConfig({ cwd: root });
    expect(file).toBe(join(root, "gauntlet.toml"));
    expect(explorer).toEqual({
      maxTime: 1.5,
      maxRuns: 10,
      seed: "nightly",
      strategy: "pct",
      stepsPerRun: 7,
      runTimeout: 2,
      memoryMb: 128,
      shrinkBudget: 0,
      latencyMaxMs: 0,
      inline: ["nanoid", "@scope/name"],
      targetModules: ["src/**"],
      maxCheckpoints: 3,
      checkpointProb: 0.5,
      checkpointStrategy: "recent",
      faultToggleProb: 0.1,
      workers: 0,
      ngram: 1,
      ruleSwarm: true,
      faultTuples: 3,
      tupleRuns: 4,
      tupleTime: 2.5,
      patience: 5,
    });
    const own = { stepsPerRun: 8, maxTime: 9, maxRuns: 11, ruleSwarm: false };
    expect(tests).toMatchObject([
      { selector: "a.chaos.ts", explorer },
      {
        selector: "b.chaos.ts#pay",
        explorer: { ...explorer, seed: 12, ...own },
      },
    ]);
    expect(report).toEqual({
      format: "both",
      output: join(root, "out/report.json"),
      traces: true,
      tracesDir: join(root, "out/traces"),
      verbose: true,
      corpusDir: join(root, "out/corpus"),
    });
  });

  test("the three syntaxes say the same", async () => {
    write("gauntlet.toml", toml);
    write("b/gauntlet.yaml", `${JSON.stringify(data, undefined, 2)}\n`);
    write("c/gauntlet.json", JSON.stringify(data));
    const first = await loadConfig({ cwd: root });
    for (const cwd of [join(root, "b"), join(root, "c")]) {
      const { explorer, tests } = await loadConfig({ cwd });
      expect(explorer).toEqual(first.explorer);
      expect(JSON.stringify(tests)).toBe(JSON.stringify(first.tests));
    }
  });

  test("a seed of digits is one seed, as text and as a number", async () => {
    write("gauntlet.json", '{ "explorer": { "seed": "42" } }');
    expect((await loadConfig({ cwd: root })).explorer.seed).toBe(42);
  });

  test("a byte order mark and Windows line ends are accepted", async () => {
    write("gauntlet.toml", "\uFEFF[explorer]\r\nmax_runs = 3\r\n");
    expect((await loadConfig({ cwd: root })).explorer.maxRuns).toBe(3);
  });
});

describe("where a config is found", () => {
  test("the nearest file up to the package wins, and nothing above it is read", async () => {
    write("gauntlet.toml", "[explorer]\nmax_runs = 1\n");
    write("inner/package.json", "{}");
    mkdirSync(join(root, "inner/deep"), { recursive: true });
    const inner = await loadConfig({ cwd: join(root, "inner/deep") });
    expect(inner).toMatchObject({ file: undefined, root: join(root, "inner") });
    mkdirSync(join(root, "src/deep"), { recursive: true });
    const outer = await loadConfig({ cwd: join(root, "src/deep") });
    expect(outer).toMatchObject({ root, explorer: { maxRuns: 1 } });
  });

  test("paths are relative to the file that names them", async () => {
    write("ci/gauntlet.yml", "report: { output: out.json }\n");
    const { report } = await loadConfig({ cwd: root, path: "ci/gauntlet.yml" });
    expect(report.output).toBe(join(root, "ci/out.json"));
  });

  test("two files in one directory are an error that names both", async () => {
    write("gauntlet.toml", "");
    write("gauntlet.json", "{}");
    await expect(loadConfig({ cwd: root })).rejects.toMatchObject({
      code: "C002",
      what: "two config files are in one directory: `gauntlet.toml` and `gauntlet.json`",
    });
  });

  test("a file that is named and missing, or has another ending, is an error", async () => {
    const missing = loadConfig({ cwd: root, path: "no.toml" });
    await expect(missing).rejects.toMatchObject({ code: "C001", where: "no.toml" });
    write("gauntlet.ini", "");
    const other = loadConfig({ cwd: root, path: "gauntlet.ini" });
    await expect(other).rejects.toMatchObject({ code: "C001" });
    mkdirSync(join(root, "gauntlet.toml"));
    const directory = loadConfig({ cwd: root });
    await expect(directory).rejects.toThrow("`gauntlet.toml` is not a file");
  });
});
