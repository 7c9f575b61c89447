import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadConfig } from "../../config/index.ts";
import { boundaryRules } from "../../kernel/result/boundary-rules.ts";
import type { BoundaryFinding } from "../../kernel/result/boundary-run.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import { type TierEvidence, writeEvidence, writeFinding } from "../../store/boundaries/index.ts";
import { checkBoundaries, type CheckedBoundaries } from "./check-boundaries.ts";
import { digestOf, readRegistry } from "./registry.ts";

const today = "2026-11-19";
const corpus = '{"data":"a"}\n';

/** A project in which every rule holds. */
const sound = {
  config: {
    watch: 'watch = ["src/adapters/**"]',
    id: 'id = "events-client"',
    owner: 'owner = "team-events"',
    files: 'files = ["src/adapters/events.ts"]',
    legalContract: 'legal_contract = "any legal split gives the same events"',
    invalidContract: 'invalid_contract = "a cut stream is an error"',
    legalTests: 'legal_tests = ["test/events.test.ts"]',
    invalidTests: 'invalid_tests = ["test/events.test.ts"]',
    layers: 'layers = ["structured"]',
    classes: 'classes = ["unbounded invalid", "unbounded valid"]',
    scenarios: 'scenarios = ["streaming-tools"]',
    corpora: `corpora = [{ path = "test/events.jsonl", sha256 = "${sha256(corpus)}" }]`,
    waivers: `waivers = [{ rule = "toothless", reason = "soon", until = "${today}" }]`,
    more: "",
  },
  files: {
    "package.json": "{}",
    "src/adapters/events.ts": "export const read = (url: string) => fetch(url);\n",
    "src/plain.ts": "export const add = (a: number, b: number) => a + b;\n",
    "test/events.test.ts": "// plays both tiers\n",
    "test/events.jsonl": corpus,
    "boundary-scenarios.json": '[{ "id": "streaming-tools" }]',
  },
  evidence: {
    tests: ["test/events.test.ts"],
    cases: 40,
    reach: 0.9,
    stages: [],
    bite: [{ name: "drops the last chunk", isNoticed: true }],
    findings: 0,
    seed: "1",
  },
  finding: undefined as BoundaryFinding | undefined,
};

type Change = {
  readonly config?: Partial<typeof sound.config>;
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly evidence?: Partial<TierEvidence>;
  readonly finding?: BoundaryFinding;
};

const finding: BoundaryFinding = {
  id: "0123abcd",
  boundary: "events-client",
  pack: "sse",
  tier: "legal",
  test: "test/events.test.ts",
  oracle: "legal data is handled right",
  because: "expected a, got b",
  varied: ["a comment"],
  provenance: ["invented"],
  sent: [":"],
  token: "sse.g1.abc",
  repeats: "deterministic",
  seed: "1",
  machine: { node: "v20.19.0", platform: "linux" },
  state: "fixed",
};

const regression = JSON.stringify({
  finding: "0123abcd",
  boundary: "events-client",
  pack: "sse",
  tier: "legal",
  test: "test/events.test.ts",
  token: "sse.g1.abc",
  because: "expected a, got b",
});

const second = [
  "[[boundaries]]",
  'kind = "config"',
  'owner = "team-config"',
  'layers = ["property"]',
  'classes = ["bounded invalid"]',
  'waivers = [{ rule = "missing-tier", reason = "no pack yet", until = "2027-01-01" }]',
].join("\n");

/** What breaks each rule, and nothing else. */
const breaking: Readonly<Record<string, Change>> = {
  "unregistered-file": { files: { "src/adapters/new.ts": "export const a = 1;\n" } },
  "suspected-boundary": {
    files: { "src/plain.ts": 'import { spawn } from "node:child_process";\nspawn("tool");\n' },
  },
  "stale-path": {
    config: { files: 'files = ["src/adapters/events.ts", "src/adapters/gone.ts"]' },
  },
  "double-owner": {
    config: { more: `${second}\nid = "other"\nfiles = ["src/adapters/*.ts"]` },
  },
  "duplicate-id": { config: { more: `${second}\nid = "events-client"` } },
  "missing-owner": { config: { owner: "" } },
  "missing-contract": { config: { invalidContract: "" } },
  "missing-layer": { config: { layers: "" } },
  "missing-class": { config: { classes: "" } },
  "missing-tier": { config: { invalidTests: "" } },
  "empty-target": { evidence: { cases: 0, tests: [] } },
  "vacuous-generator": { evidence: { reach: 0.2 } },
  toothless: {
    config: { waivers: "" },
    evidence: { bite: [{ name: "drops the last chunk", isNoticed: false }] },
  },
  "unpromoted-finding": { finding },
  "dangling-corpus": {
    config: { corpora: `corpora = [{ path = "a", sha256 = "${sha256("")}" }]` },
  },
  "dangling-scenario": { config: { scenarios: 'scenarios = ["gone"]' } },
  "expired-waiver": {
    config: {
      waivers: 'waivers = [{ rule = "toothless", reason = "soon", until = "2026-11-18" }]',
    },
  },
  "unknown-waiver": {
    config: { waivers: 'waivers = [{ rule = "tooth", reason = "soon", until = "2027-01-01" }]' },
  },
};

let root = "";

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "boundaries-"));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function checked(
  change: Change = {},
  changed?: readonly string[],
): Promise<CheckedBoundaries> {
  const { watch, more, ...entry } = { ...sound.config, ...change.config };
  const lines = ["[[boundaries]]", 'kind = "sse"', ...Object.values(entry)];
  const config = ["[boundary_rules]", watch, ...lines, more].join("\n");
  const files: Record<string, string | undefined> = { ...sound.files, ...change.files };
  for (const [file, text] of Object.entries({ ...files, "gauntlet.toml": config })) {
    if (text === undefined) continue;
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const before = await readRegistry(await loadConfig({ cwd: root }));
  const [first] = before.boundaries;
  if (first === undefined) throw new Error("the configuration has a boundary");
  const tier = (name: "legal" | "invalid"): TierEvidence => ({
    ...sound.evidence,
    digest: digestOf(root, first, name),
    ...change.evidence,
  });
  await writeEvidence(root, {
    "events-client": { legal: tier("legal"), invalid: tier("invalid") },
  });
  if (change.finding !== undefined) await writeFinding(root, change.finding);
  const registry = await readRegistry(await loadConfig({ cwd: root }));
  return checkBoundaries(registry, {
    today,
    changed: changed === undefined ? undefined : new Set(changed),
  });
}

test("a sound project breaks no rule, and its status follows from what ran", async () => {
  const { problems, boundaries } = await checked();
  expect(problems).toEqual([]);
  expect(boundaries).toEqual([
    {
      id: "events-client",
      kind: "sse",
      status: "automated",
      files: 1,
      cases: { legal: 40, invalid: 40 },
    },
  ]);
});

test("there is a project for each rule that breaks it", () => {
  expect(Object.keys(breaking)).toEqual(boundaryRules.map(({ id }) => id));
});

test.each(Object.entries(breaking))(
  "%s is broken by it, and no other rule is",
  async (rule, change) => {
    const { problems } = await checked(change);
    expect([...new Set(problems.map((problem) => problem.rule))]).toEqual([rule]);
  },
);

test("a waiver excuses its rule until its day, and says so", async () => {
  const toothless = breaking["toothless"]?.evidence ?? {};
  const { problems, waived } = await checked({ evidence: toothless });
  expect(problems).toEqual([]);
  expect(waived.map(({ rule }) => rule)).toEqual(["toothless", "toothless"]);
});

test("evidence of other code is none: a test that changed has to run again", async () => {
  const { problems, boundaries } = await checked({ evidence: { digest: "of another file" } });
  expect(problems.map(({ rule, what }) => `${rule}: ${what}`)).toEqual([
    "empty-target: its test played no case of legal data to the code as it is now",
    "empty-target: its test played no case of invalid data to the code as it is now",
  ]);
  expect(boundaries[0]?.status).toBe("missing");
});

test("a finding is promoted by a regression, or by a test that has its token", async () => {
  const promoted = { finding, files: { "boundary-regressions.jsonl": `${regression}\n` } };
  expect((await checked(promoted)).problems).toEqual([]);
  const tested = { finding, files: { "test/events.test.ts": '// replay: "sse.g1.abc"\n' } };
  const others = { "boundary-regressions.jsonl": "" };
  const { problems } = await checked({ ...tested, files: { ...tested.files, ...others } });
  expect(problems).toEqual([]);
});

test("only what has to do with changed files is told where that is asked for", async () => {
  const change = { config: { owner: "" }, files: { "src/adapters/new.ts": "" } };
  expect((await checked(change, ["src/plain.ts"])).problems).toEqual([]);
  const own = await checked(change, ["src/adapters/events.ts"]);
  expect(own.problems.map(({ rule }) => rule)).toEqual(["missing-owner"]);
  const added = await checked(change, ["src/adapters/new.ts"]);
  expect(added.problems.map(({ rule }) => rule)).toEqual(["unregistered-file"]);
});
