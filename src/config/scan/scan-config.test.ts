import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig } from "../load-config.ts";
import { namesFor, scanSettings } from "./scan-settings.ts";
import { matchesFile, matchesName } from "./target-selector.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-scan-config-"));
  write("package.json", "{}");
  write("test/factories.ts", "export const makeCart = () => 1;\n");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function load(toml: string): ReturnType<typeof loadConfig> {
  write("gauntlet.toml", toml);
  return loadConfig({ cwd: root });
}

const scanToml = `
  [fixtures]
  registries = ["test/factories.ts"]
  [[scan]]
  module = "src/**"
  targets = ["parsePrice", "src/cart.ts:Cart.*"]
  include_private = true
  max_examples = 7
  mode = "candidate"
  treat_any_as_weak = false
  require_replayable = false
  proof_bundles = false
  security_focus = true
  shell_injection_check = true
  auto_contracts = ["protected_env_vars", "shell_safe"]
  fixtures = { model = "gpt-4, 2, 'x, y'", cart = "test/factories.ts#makeCart" }
  fixture_registries = ["gauntlet.toml"]
  seed_from_tests = false
  seed_from_fixtures = false
  seed_from_docstrings = false
  seed_from_code = false
  seed_from_call_sites = false
  expected_failures = ["explode"]
  expected_preconditions = { "*" = ["RangeError"], parsePrice = ["not a price"] }
  expected_properties = ["ordered"]
  expected_relations = { f = ["equal"] }
  confirmed_properties = { f = ["idempotent"] }
  ignore_contracts = ["quoted_paths"]
  ignore_properties = ["commutative"]
  ignore_relations = ["composition"]
  contract_overrides = { build = ["protected_env_keys"] }
  property_overrides = { "*" = ["idempotent"] }
  relation_overrides = { f = ["same"] }
`;

const objectsToml = `
  [[objects]]
  target = "src/cart.ts:Cart"
  factory = "test/factories.ts#makeCart"
  state_factory = "test/factories.ts#states.empty"
  setup = "test/factories.ts#fill"
  teardown = "test/factories.ts#close"
  harness = "stateful"
  scenarios = [
    "test/factories.ts#offline",
    "http_client",
    { kind = "setattr", path = "client.mode", value = "offline" },
    { kind = "stub_return", path = "client.run", value = { code = 0 } },
    { kind = "stub_raise", path = "upload", error = "TypeError: denied" },
    { kind = "stub_raise", path = "upload", error = "it is denied" },
  ]
  methods = ["add"]
  include_private = true
`;

const contractsToml = `
  [[contracts]]
  target = "Env.build"
  checks = ["shell_path_safety", "quoted_paths"]
  kwargs = { path = "tmp/my binary", env = { HOME = "/tmp" }, depth = 2 }
  tracked_params = ["path"]
  protected_keys = ["HOME"]
  env_param = "env"
  phase = "setup"
  followup_phases = ["cleanup"]
  fault = "cancel_setup"
  handler_name = "onSetup"
  [init]
  target = "src/money.ts"
  output_dir = "checks"
  ci = true
  ci_name = "nightly-1"
  install_skill = true
  scan_max_examples = 3
`;

describe("what the sections of a scan say", () => {
  test("every key of [[scan]] reaches the config", async () => {
    const { scan } = await load(scanToml);
    expect(scan).toMatchObject([
      {
        module: "src/**",
        pattern: "src/**",
        targets: [{ name: "parsePrice" }, { file: "src/cart.ts", name: "Cart.*" }],
        includePrivate: true,
        maxExamples: 7,
        levels: ["supported", "exploratory"],
        treatAnyAsWeak: false,
        requireReplayable: false,
        proofBundles: false,
        securityFocus: true,
        shellInjectionCheck: true,
        autoContracts: ["protected_env_keys", "shell_safe"],
        fixtures: {
          model: { kind: "values", values: ["gpt-4", 2, "x, y"] },
          cart: { kind: "export", from: { module: "test/factories.ts", path: ["makeCart"] } },
        },
        registries: ["gauntlet.toml", "test/factories.ts"],
        seedFromTests: false,
        seedFromFixtures: false,
        seedFromDocstrings: false,
        seedFromCode: false,
        seedFromCallSites: false,
        expectedFailures: [{ name: "explode" }],
        expectedPreconditions: { "*": ["RangeError"], parsePrice: ["not a price"] },
        expectedProperties: { "*": ["ordered"] },
        expectedRelations: { f: ["equal"] },
        confirmedProperties: { f: ["idempotent"] },
        ignoredContracts: { "*": ["quoted_paths"], build: ["protected_env_keys"] },
        ignoredProperties: { "*": ["commutative", "idempotent"] },
        ignoredRelations: { "*": ["composition"], f: ["same"] },
        resolve: expect.any(Function) as unknown,
      },
    ]);
  });

  test("every key of [[objects]] reaches the config", async () => {
    const { objects } = await load(objectsToml);
    const from = (...path: string[]) => ({ module: "test/factories.ts", path });
    expect(objects).toEqual([
      {
        target: { file: "src/cart.ts", name: "Cart" },
        factory: from("makeCart"),
        stateFactory: from("states", "empty"),
        setup: from("fill"),
        teardown: from("close"),
        harness: "stateful",
        scenarios: [
          { kind: "hook", from: from("offline") },
          { kind: "library", name: "http" },
          { kind: "set", path: ["client", "mode"], value: "offline" },
          { kind: "return", path: ["client", "run"], value: { code: 0 } },
          { kind: "throw", path: ["upload"], error: { name: "TypeError", message: "denied" } },
          { kind: "throw", path: ["upload"], error: { name: "Error", message: "it is denied" } },
        ],
        methods: ["add"],
        includePrivate: true,
      },
    ]);
  });

  test("every key of [[contracts]] and [init] reaches the config", async () => {
    const config = await load(contractsToml);
    expect(config.contracts).toEqual([
      {
        target: { name: "Env.build" },
        checks: ["shell_safe", "quoted_paths", "command_arg_stability"],
        args: { path: "tmp/my binary", env: { HOME: "/tmp" }, depth: 2 },
        trackedParams: ["path"],
        protectedKeys: ["HOME"],
        envParam: "env",
        phase: "setup",
        followupPhases: ["cleanup"],
        fault: "cancel_setup",
        handlerName: "onSetup",
      },
    ]);
    expect(config.init).toEqual({
      target: "src/money.ts",
      outputDir: join(root, "checks"),
      ci: true,
      ciName: "nightly-1",
      installSkill: true,
      scanMaxExamples: 3,
    });
  });

  test("paths are relative to the config, and come back from the project root", async () => {
    write("ci/gauntlet.toml", `[[scan]]\nmodule = "../src/**"\ntargets = ["../src/a.ts:f"]\n`);
    const { scan } = await loadConfig({ cwd: root, path: "ci/gauntlet.toml" });
    expect(scan).toMatchObject([{ pattern: "src/**", targets: [{ file: "src/a.ts" }] }]);
  });
});

describe("which files and functions are meant", () => {
  test("a pattern means sources, a named file is itself, a folder is all below it", async () => {
    for (const name of ["a.ts", "a.test.ts", "a.chaos.ts", "a.d.ts", "b/c.mjs", "read.md"]) {
      write(`src/${name}`, "");
    }
    const { scan } = await load(
      ["src/**", "src/a.test.ts", "src", "lib/*.ts"]
        .map((module) => `[[scan]]\nmodule = "${module}"\n`)
        .join(""),
    );
    const files = await Promise.all(
      scan
        .slice(0, 3)
        .map(async ({ resolve }) => (await resolve()).map((file) => file.slice(root.length + 1))),
    );
    const sources = [join("src", "a.ts"), join("src", "b", "c.mjs")];
    expect(files).toEqual([sources, [join("src", "a.test.ts")], sources]);
    await expect(scan[3]?.resolve()).rejects.toMatchObject({
      code: "C012",
      where: "gauntlet.toml:8:10",
    });
  });

  test("the first entry that names a file counts, others have the defaults", async () => {
    const settings = scanSettings(
      await load(`
        [fixtures]
        registries = ["test/factories.ts"]
        [[scan]]
        module = "src/money.ts"
        max_examples = 3
        targets = ["parse*"]
        [[scan]]
        module = "src/**"
        max_examples = 4
        [[objects]]
        target = "Cart"
        methods = ["add"]
        [[contracts]]
        target = "src/cart.ts:Cart.add"
        [[contracts]]
        target = "Cart.*"
      `),
    );
    expect(settings.entryFor("src/money.ts").maxExamples).toBe(3);
    expect(settings.entryFor("src/deep/a.ts").maxExamples).toBe(4);
    expect(settings.entryFor("lib/a.ts")).toMatchObject({
      maxExamples: 1_000,
      registries: ["test/factories.ts"],
    });
    expect(settings.isWanted({ module: "src/money.ts", name: "parsePrice" })).toBe(true);
    expect(settings.isWanted({ module: "src/money.ts", name: "format" })).toBe(false);
    expect(settings.isWanted({ module: "src/a.ts", name: "format" })).toBe(true);
    expect(settings.objectFor({ module: "a.ts", name: "Cart" })?.methods).toEqual(["add"]);
    expect(settings.objectFor({ module: "a.ts", name: "Basket" })).toBeUndefined();
    const add = { module: "src/cart.ts", name: "Cart.add" };
    expect(settings.contractsFor(add)).toHaveLength(2);
    expect(settings.contractsFor({ ...add, module: "src/b.ts" })).toHaveLength(1);
  });

  test.each([
    ["Cart", "Cart.add", true],
    ["Cart.*", "Cart", true],
    ["Cart.add", "Cart.addAll", false],
    ["Cart.add", "Cart", false],
    ["*Price", "parsePrice", true],
    ["*", "Cart.add", true],
    ["cart", "Cart", false],
  ])("%s means %s: %s", (pattern, name, isMeant) => {
    expect(matchesName(pattern, name)).toBe(isMeant);
  });

  test.each([
    ["src", "src/a.ts", true],
    ["src/*.{ts,mts}", "src/a.mts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/[id].ts", "src/[id].ts", true],
  ])("the pattern %s means %s: %s", (pattern, file, isMeant) => {
    expect(matchesFile(pattern, file)).toBe(isMeant);
  });

  test("names for a function are those of every pattern that means it", () => {
    const table = { "*": ["a"], "Cart.*": ["b", "a"], parse: ["c"] };
    expect(namesFor(table, "Cart.add")).toEqual(["a", "b"]);
  });
});
