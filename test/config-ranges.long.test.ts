import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cli } from "./e2e/command-line.ts";

/** Every key of a section with values just outside of what is allowed. */
const outside: Readonly<Record<string, readonly string[]>> = {
  max_time: ["0", "86401"],
  max_runs: ["0", "1000000001", "1.5"],
  seed: ["-1", `""`],
  strategy: [`"best"`],
  steps_per_run: ["0", "10001"],
  run_timeout: ["0", "3601"],
  memory_mb: ["63", "65537"],
  shrink_budget: ["-1", "100001"],
  latency_max_ms: ["-1", "60001"],
  inline: [`"p-queue"`],
  target_modules: [`"src"`, "[1]"],
  max_checkpoints: ["-1", "100001", "0.5"],
  checkpoint_prob: ["-0.1", "1.1"],
  checkpoint_strategy: [`"newest"`],
  ngram: ["0", "9"],
  patience: ["0", "1000000001"],
  fault_toggle_prob: ["-0.1", "1.1"],
  workers: ["-1", "257"],
  rule_swarm: ["1", `"yes"`],
  fault_tuples: ["0", "5"],
  tuple_runs: ["-1", "1000000001"],
  tuple_time: ["0", "86401"],
};

const outsideOfTests: Readonly<Record<string, readonly string[]>> = {
  steps_per_run: ["0", "10001"],
  max_time: ["0", "86401"],
  max_runs: ["0", "1000000001"],
  seed: ["-1", `""`],
  swarm: ["1", `"yes"`],
};

const flag = ["1", `"yes"`];
const names = [`"a"`, "[1]"];

const outsideOfScan: Readonly<Record<string, readonly string[]>> = {
  targets: [`"f"`, `["a b"]`, `["../x.ts:f"]`],
  include_private: flag,
  max_examples: ["0", "1000000001", "1.5"],
  mode: [`"all"`],
  treat_any_as_weak: flag,
  require_replayable: flag,
  proof_bundles: flag,
  security_focus: flag,
  shell_injection_check: flag,
  auto_contracts: [`"shell_safe"`, `["shell"]`],
  fixtures: [`"a"`],
  fixture_registries: [`["none.ts"]`, `["../a.ts"]`],
  seed_from_tests: flag,
  seed_from_fixtures: flag,
  seed_from_docstrings: flag,
  seed_from_code: flag,
  seed_from_call_sites: flag,
  expected_failures: [`"f"`, `[""]`],
  expected_preconditions: [`"RangeError"`, "1"],
  expected_properties: [`"ordered"`],
  expected_relations: [`"equal"`],
  confirmed_properties: [`"idempotent"`],
  ignore_contracts: [`["shell"]`],
  ignore_properties: names,
  ignore_relations: names,
  contract_overrides: [`"a"`],
  property_overrides: [`"a"`],
  relation_overrides: [`"a"`],
};

const outsideOfObjects: Readonly<Record<string, readonly string[]>> = {
  factory: [`"a.chaos.ts"`, `"none.ts#f"`, `"a.chaos.ts#1"`],
  state_factory: [`"#f"`],
  setup: ["1"],
  teardown: [`"../a.ts#f"`],
  harness: [`"new"`],
  scenarios: [`"http"`, `["htp"]`, `[1]`],
  methods: names,
  include_private: flag,
};

const outsideOfContracts: Readonly<Record<string, readonly string[]>> = {
  checks: [`["shell"]`, `"shell_safe"`],
  kwargs: [`"a"`],
  tracked_params: names,
  protected_keys: names,
  env_param: ["1", `""`],
  phase: ["1", `""`],
  followup_phases: names,
  fault: ["1", `""`],
  handler_name: ["1", `""`],
};

const outsideOfInit: Readonly<Record<string, readonly string[]>> = {
  target: [`""`, `"../src"`],
  output_dir: [`"../tests"`, `""`],
  ci: flag,
  ci_name: [`"a/b"`, `""`],
  install_skill: flag,
  scan_max_examples: ["0", "1000000001"],
};

const outsideOfScenarios: Readonly<Record<string, readonly string[]>> = {
  files: [`"a"`, `[""]`, `["../a"]`],
  proc_backend: [`"real"`, "true"],
  fs_backend: [`"scripted"`],
  http_backend: [`"virtual"`],
  timeout: ["0", `"3s"`, "86401"],
  output_limit: ["0", "1.5"],
  mem_limit_mb: ["-1", `"1"`],
  mem_fail_after: ["-1"],
  mem_fragmentation_seed: ["-1", `"a"`],
  mem_pressure_wave: ["1", "[-1]", `["1"]`],
  fail_on_leak: flag,
  leak_budget: ["-1"],
};

const agentStart = 'prompts = ["a"]\nendpoint = "http://127.0.0.1:1/"\n';

const outsideOfAgent: Readonly<Record<string, readonly string[]>> = {
  name: [`""`, "1"],
  type: [`"python"`],
  method: [`"FETCH"`],
  headers: [`"a"`],
  query_params: [`"a"`],
  request_template: [`"{prompt}"`, `"a"`, "1"],
  response_path: [`"$.a["`, "1"],
  parse_structured_input: flag,
  command: [`"node"`, "[1]"],
  protocol: [`"json"`],
  tool: ["1"],
  argument: ["1", `""`],
  env: [`"a"`],
  seed: ["-1", `""`],
  trials: ["0", "1001", "1.5"],
  timeout: ["0", "3600001"],
  answer_limit: ["0", "1073741825"],
  shrink_budget: ["-1", "100001"],
  reset_endpoint: [`"localhost"`, "1"],
  reset_function: [`"none.ts#f"`, `"a.chaos.ts"`],
  port: ["0", "65536"],
  secrets: [`"A"`, "[1]"],
  upstream: ["1"],
  tools: ["1", "[1]"],
  mcp: ["1"],
  peers: ["1"],
  invariants: ["1", "[1]"],
  model: ["1"],
  mutations: ["1"],
  chaos: ["1"],
  contract: ["1"],
  replays: ["1"],
  scoring: ["1"],
  certificate: ["1"],
};

const outsideOfAgentTables: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> =
  {
    upstream: {
      type: [`"real"`],
      openai: [`"api.openai.com"`],
      anthropic: ["1"],
      file: [`"../a"`],
      match: [`"exact"`],
    },
    mutations: {
      count: ["-1", "100001"],
      types: [`"noise"`, `["nois"]`],
      weights: [`"a"`],
      custom_templates: [`"a"`],
      custom: [`"none.ts#f"`],
      lockfile: [`"../a"`],
    },
    scoring: {
      mutation: ["-0.1", "1.1"],
      chaos: ["-0.1", "1.1"],
      contract: ["-0.1", "1.1"],
      replay: ["-0.1", "1.1"],
      minimum: ["-0.1", "1.1"],
    },
    certificate: {
      tester_name: ["1"],
      pass_threshold: ["-0.1", "1.1"],
      output_format: [`"xml"`],
      output: [`"../a"`],
      key: [`"../a"`],
      expires_days: ["0", "3651"],
    },
  };

const rows = [
  ...rowsOf(outside, "[explorer]", ""),
  ...rowsOf(outsideOfTests, "[[tests]]", 'class = "a.chaos.ts"\n'),
  ...rowsOf(outsideOfScenarios, "[scenarios]", ""),
  ...rowsOf({ registries: [`"a.ts"`, `["none.ts"]`] }, "[fixtures]", ""),
  ...rowsOf(outsideOfScan, "[[scan]]", 'module = "a.chaos.ts"\n'),
  ...rowsOf(outsideOfObjects, "[[objects]]", 'target = "Cart"\n'),
  ...rowsOf(outsideOfContracts, "[[contracts]]", 'target = "f"\n'),
  ...rowsOf(outsideOfInit, "[init]", ""),
  ...rowsOf(outsideOfAgent, "[agent]", agentStart),
  ...Object.entries(outsideOfAgentTables).flatMap(([name, table]) =>
    rowsOf(table, `[agent]\n${agentStart}[agent.${name}]`, ""),
  ),
];

test.each(rows)("$section $key = $value exits with 2 and points at it", async (row) => {
  const { code, err } = await explored(row.text);
  expect(code).toBe(2);
  expect(err).toMatch(/^error\[C0(?:08|09|11)\]: /);
  const column = `${row.key} = `.length + 1;
  // A list is refused at the entry that is wrong.
  const at = row.value.startsWith("[") ? column + 1 : column;
  expect(err).toContain(`gauntlet.toml:${row.line}:${at}\n`);
});

test("the tables have every key of their sections", async () => {
  const { out: printed } = await cli(tmpdir(), ["schema"]);
  const { properties } = JSON.parse(printed) as { properties: Record<string, SectionSchema> };
  const keysOf = (section: string): readonly string[] => {
    const node = properties[section];
    return Object.keys(node?.properties ?? node?.items?.properties ?? {}).toSorted();
  };
  const sorted = (table: object, ...more: string[]): readonly string[] =>
    [...Object.keys(table), ...more].toSorted();
  expect(keysOf("explorer")).toEqual(sorted(outside));
  expect(keysOf("tests")).toEqual(sorted(outsideOfTests, "class"));
  expect(keysOf("fixtures")).toEqual(["registries"]);
  expect(keysOf("scan")).toEqual(sorted(outsideOfScan, "module"));
  expect(keysOf("objects")).toEqual(sorted(outsideOfObjects, "target"));
  expect(keysOf("contracts")).toEqual(sorted(outsideOfContracts, "target"));
  expect(keysOf("init")).toEqual(sorted(outsideOfInit));
  expect(keysOf("agent")).toEqual(sorted(outsideOfAgent, "endpoint", "prompts"));
  for (const [name, table] of Object.entries(outsideOfAgentTables)) {
    expect(
      Object.keys(properties["agent"]?.properties?.[name]?.properties ?? {}).toSorted(),
    ).toEqual(sorted(table));
  }
});

// --- inside ---

interface SectionSchema {
  readonly properties?: Readonly<Record<string, SectionSchema>>;
  readonly items?: { readonly properties: object };
}

interface Row {
  readonly section: string;
  readonly key: string;
  readonly value: string;
  readonly text: string;
  readonly line: number;
}

function rowsOf(
  table: Readonly<Record<string, readonly string[]>>,
  section: string,
  before: string,
): readonly Row[] {
  return Object.entries(table).flatMap(([key, values]) =>
    values.map((value) => {
      const text = `${section}\n${before}${key} = ${value}\n`;
      return { section, key, value, text, line: text.split("\n").length - 1 };
    }),
  );
}

async function explored(config: string): Promise<{ code: number; err: string }> {
  const cwd = mkdtempSync(path.join(tmpdir(), "gauntlet-ranges-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(path.join(cwd, "package.json"), "{}");
  writeFileSync(path.join(cwd, "a.chaos.ts"), "export default 1;\n");
  writeFileSync(path.join(cwd, "gauntlet.toml"), config);
  return cli(cwd, ["explore"]);
}
