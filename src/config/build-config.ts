import { resolve } from "node:path";
import { parseSeed } from "../kernel/decisions/seed.ts";
import { buildBoundaryRules } from "./build-boundaries.ts";
import { buildScenarios } from "./build-scenarios.ts";
import { camelKeys } from "./camel-keys.ts";
import type { Config, ExplorerConfig, ReportConfig, TestConfig } from "./config.ts";
import { fileDefaults, type FileExplorer, type FileReport, type FileTest } from "./file-config.ts";
import type { ProjectFolders } from "./files/project-paths.ts";
import { buildInit, type ConfigContext } from "./scan/build-scan.ts";
import { resolveTest } from "./scan/test-target.ts";

/** What a project without a config has. */
export function defaultConfig(root: string): Config {
  // No file means no parser and no zod, so a newcomer's first run starts at once.
  return {
    file: undefined,
    root,
    explorer: buildExplorer(fileDefaults.explorer),
    world: camelKeys(fileDefaults.world),
    loader: camelKeys(fileDefaults.loader),
    tests: [],
    report: buildReport(fileDefaults.report, { root, directory: root }),
    fixtures: fileDefaults.fixtures,
    scan: [],
    objects: [],
    contracts: [],
    init: buildInit(fileDefaults.init, { root, directory: root }),
    scenarios: buildScenarios(fileDefaults.scenarios, { root, directory: root }),
    boundaries: [],
    boundaryRules: buildBoundaryRules(fileDefaults.boundary_rules, { root, directory: root }),
    agent: undefined,
  };
}

/** Reads `[explorer]`. */
export function buildExplorer(explorer: FileExplorer): ExplorerConfig {
  const { seed } = explorer;
  // `"42"` and `42` are one seed on the command line, so they are one seed here too.
  return { ...camelKeys(explorer), seed: typeof seed === "string" ? parseSeed(seed) : seed };
}

/** Reads one `[[tests]]` entry, with its place in the list for pointing at it. */
export function buildTest(
  { class: selector, swarm, ...own }: FileTest,
  { index, explorer, loaded }: { index: number; explorer: FileExplorer; loaded: ConfigContext },
): TestConfig {
  const said = definedOf({ ...own, rule_swarm: swarm });
  const merged = buildExplorer({ ...explorer, ...said });
  const locate = () => loaded.locate(["tests", index, "class"]);
  const request = { selector, explorer: merged, place: loaded.place, locate };
  return { selector, explorer: merged, resolve: () => resolveTest(request) };
}

/** Reads `[report]`. */
export function buildReport(report: FileReport, { directory }: ProjectFolders): ReportConfig {
  return {
    ...camelKeys(report),
    output: resolve(directory, report.output),
    tracesDir: resolve(directory, report.traces_dir),
    corpusDir: resolve(directory, report.corpus_dir),
  };
}

// --- inside ---

/** The keys of a table that have a value. */
function definedOf<Table extends object>(table: Table): Defined<Table> {
  const said = Object.entries(table).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Defined<Table>;
}

type Defined<Table> = { readonly [Key in keyof Table]?: Exclude<Table[Key], undefined> };
