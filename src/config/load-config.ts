import { dirname, relative, resolve } from "node:path";
import type { Seed } from "../kernel/decisions/seed.ts";
import { parseSeed } from "../kernel/decisions/seed.ts";
import type {
  Config,
  ExplorerConfig,
  ReportConfig,
  TestConfig,
  TestSettings,
  WorldConfig,
} from "./config.ts";
import type { ErrorParts } from "../kernel/errors/gauntlet-error.ts";
import { throwProblems } from "../kernel/errors/config-error.ts";
import type { ConfigPath } from "./syntax/config-node.ts";
import type { ConfigProblem, ParsedText } from "./config-problem.ts";
import { placeProblems } from "./config-problem.ts";
import type { ConfigText } from "./syntax/config-text.ts";
import { readConfigText } from "./syntax/config-text.ts";
import { configWords } from "./config-words.ts";
import { explainIssues } from "./explain-issues.ts";
import type { ConfigContext } from "./scan/build-scan.ts";
import {
  buildContract,
  buildFixtures,
  buildInit,
  buildObject,
  buildScan,
} from "./scan/build-scan.ts";
import type { FileConfig, FileExplorer, FileReport, FileTest, FileWorld } from "./file-config.ts";
import { fileDefaults } from "./file-config.ts";
import { buildFileSchema } from "./file-schema.ts";
import { buildAgent } from "./agent/build-agent.ts";
import { buildScenarios } from "./build-scenarios.ts";
import { findConfig } from "./files/find-config.ts";
import { guardData } from "./scan/guard-data.ts";
import { parseConfig } from "./syntax/parse-config.ts";
import { pathRules } from "./path-rules.ts";
import type { ProjectFolders } from "./files/project-paths.ts";
import { resolveTest } from "./scan/test-target.ts";

/** Reads a project's config, or its defaults; throws one `ConfigError` with all problems. */
export async function loadConfig(options: { cwd: string; path?: string }): Promise<Config> {
  const { root, file } = await findConfig(options);
  if (file === undefined) return defaultConfig(root);
  const place = { root, directory: dirname(file) };
  const shown = relative(resolve(options.cwd), file);
  const source = await readConfigText({ file, shown });
  const { data, parsed } = await check(source, place);
  const explorer = buildExplorer(data.explorer);
  const loaded: ConfigContext = {
    place,
    locate: (path) => locateValue(path, source, parsed),
    registries: buildFixtures(data.fixtures, place).registries,
  };
  return {
    file,
    root,
    explorer,
    world: buildWorld(data.world),
    loader: data.loader,
    tests: data.tests.map((test, index) => buildTest(test, { index, explorer, loaded })),
    report: buildReport(data.report, place),
    fixtures: { registries: loaded.registries },
    scan: data.scan.map((entry, index) => buildScan(entry, index, loaded)),
    objects: data.objects.map((entry) => buildObject(entry, place)),
    contracts: data.contracts.map((entry) => buildContract(entry, place)),
    init: buildInit(data.init, place),
    scenarios: buildScenarios(data.scenarios, place),
    agent:
      data.agent === undefined
        ? undefined
        : await buildAgent(data.agent, { ...place, cwd: options.cwd }, explorer.seed),
  };
}

/** What a project without a config has. */
export function defaultConfig(root: string): Config {
  // No file means no parser and no zod, so a newcomer's first run starts at once.
  return {
    file: undefined,
    root,
    explorer: buildExplorer(fileDefaults.explorer),
    world: buildWorld(fileDefaults.world),
    loader: fileDefaults.loader,
    tests: [],
    report: buildReport(fileDefaults.report, { root, directory: root }),
    fixtures: fileDefaults.fixtures,
    scan: [],
    objects: [],
    contracts: [],
    init: buildInit(fileDefaults.init, { root, directory: root }),
    scenarios: buildScenarios(fileDefaults.scenarios, { root, directory: root }),
    agent: undefined,
  };
}

// --- inside ---

async function locateValue(
  path: ConfigPath,
  source: ConfigText,
  parsed: ParsedText,
): Promise<Pick<ErrorParts, "where" | "frame">> {
  const problem: ConfigProblem = { code: "C012", what: "", at: { path, part: "value" } };
  const [parts] = placeProblems([problem], source, await parsed.nodes());
  return { where: parts?.where, frame: parts?.frame };
}

async function check(
  source: ConfigText,
  place: ProjectFolders,
): Promise<{ data: FileConfig; parsed: ParsedText }> {
  const parsed = await parseConfig(source);
  throwProblems(placeProblems(parsed.problems, source, undefined));
  const guarded = guardData(parsed.data);
  const { z } = await import("zod");
  const { schema, keys } = buildFileSchema(z, pathRules(place), {
    hasAgent: parsed.data !== null && typeof parsed.data === "object" && "agent" in parsed.data,
  });
  const result = schema.safeParse(guarded.data);
  if (result.success && guarded.problems.length === 0) return { data: result.data, parsed };
  const root = await parsed.nodes();
  const issues = result.success ? [] : result.error.issues;
  const explained = explainIssues(issues, configWords(keys), { text: source.text, root });
  throwProblems(placeProblems([...guarded.problems, ...explained], source, root));
  throw new Error("a config that failed its schema has at least one problem");
}

function buildExplorer(explorer: FileExplorer): ExplorerConfig {
  return {
    maxTimeSeconds: explorer.max_time,
    maxRuns: explorer.max_runs,
    seed: seedOf(explorer.seed),
    strategy: explorer.strategy,
    stepsPerRun: explorer.steps_per_run,
    runTimeoutSeconds: explorer.run_timeout,
    memoryMb: explorer.memory_mb,
    shrinkBudget: explorer.shrink_budget,
    latencyMaxMs: explorer.latency_max_ms,
    inline: explorer.inline,
    targetModules: explorer.target_modules,
    checkpointsMax: explorer.max_checkpoints,
    checkpointProb: explorer.checkpoint_prob,
    checkpointStrategy: explorer.checkpoint_strategy,
    faultToggleProb: explorer.fault_toggle_prob,
    workers: explorer.workers,
    ngram: explorer.ngram,
    ruleSwarm: explorer.rule_swarm,
    tupleStrength: explorer.fault_tuples,
    tupleRunsMax: explorer.tuple_runs,
    tupleSeconds: explorer.tuple_time,
    patienceRuns: explorer.patience,
  };
}

function buildTest(
  test: FileTest,
  { index, explorer, loaded }: { index: number; explorer: ExplorerConfig; loaded: ConfigContext },
): TestConfig {
  const settings: TestSettings = {
    stepsPerRun: test.steps_per_run ?? explorer.stepsPerRun,
    maxTimeSeconds: test.max_time ?? explorer.maxTimeSeconds,
    maxRuns: test.max_runs ?? explorer.maxRuns,
    seed: test.seed === undefined ? explorer.seed : seedOf(test.seed),
    ruleSwarm: test.swarm ?? explorer.ruleSwarm,
  };
  const locate = () => loaded.locate(["tests", index, "class"]);
  const selector = test.class;
  const request = { selector, settings, place: loaded.place, locate };
  return { selector, ...settings, resolve: () => resolveTest(request) };
}

function buildReport(report: FileReport, { directory }: ProjectFolders): ReportConfig {
  return {
    format: report.format,
    output: resolve(directory, report.output),
    traces: report.traces,
    tracesDir: resolve(directory, report.traces_dir),
    verbose: report.verbose,
    corpusDir: resolve(directory, report.corpus_dir),
  };
}

// `"42"` and `42` are one seed on the command line, so they are one seed here too.
function seedOf(seed: Seed): Seed {
  return typeof seed === "string" ? parseSeed(seed) : seed;
}

function buildWorld({ strict, leaks, env, allow_host: allowHost }: FileWorld): WorldConfig {
  return { strict, leaks, env, allowHost };
}
