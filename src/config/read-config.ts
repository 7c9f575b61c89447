import { buildExplorer, buildReport, buildTest, defaultConfig } from "./build-config.ts";
import { buildBoundary, buildBoundaryRules } from "./build-boundaries.ts";
import { dirname, relative, resolve } from "node:path";
import { camelKeys } from "./camel-keys.ts";
import type { Config } from "./config.ts";
import type { ConfigSection } from "./config-sections.ts";
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
import type { FileConfig } from "./file-config.ts";
import { buildFileSchema } from "./file-schema.ts";
import { buildAgent } from "./agent/build-agent.ts";
import { buildScenarios } from "./build-scenarios.ts";
import { type ConfigPlace, findConfig } from "./files/find-config.ts";
import { guardData } from "./scan/guard-data.ts";
import { parseConfig } from "./syntax/parse-config.ts";
import { pathRules } from "./path-rules.ts";
import type { ProjectFolders } from "./files/project-paths.ts";

/** Reads a config that may have these sections; throws one `ConfigError` with all problems. */
export async function readConfig(
  options: ConfigPlace,
  sections: readonly ConfigSection[],
): Promise<Config> {
  const { root, file } = await findConfig(options);
  if (file === undefined) return defaultConfig(root);
  const place = { root, directory: dirname(file) };
  const shown = relative(resolve(options.cwd), file);
  const source = await readConfigText({ file, shown });
  const { data, parsed } = await check(source, place, sections);
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
    world: camelKeys(data.world),
    loader: camelKeys(data.loader),
    tests: data.tests.map((test, index) =>
      buildTest(test, { index, explorer: data.explorer, loaded }),
    ),
    report: buildReport(data.report, place),
    fixtures: { registries: loaded.registries },
    scan: data.scan.map((entry, index) => buildScan(entry, index, loaded)),
    objects: data.objects.map((entry) => buildObject(entry, place)),
    contracts: data.contracts.map((entry) => buildContract(entry, place)),
    init: buildInit(data.init, place),
    scenarios: buildScenarios(data.scenarios, place),
    boundaries: data.boundaries.map((entry) => buildBoundary(entry, place)),
    boundaryRules: buildBoundaryRules(data.boundary_rules, place),
    agent:
      data.agent === undefined
        ? undefined
        : await buildAgent(data.agent, { ...place, cwd: options.cwd }, explorer.seed),
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
  sections: readonly ConfigSection[],
): Promise<{ data: FileConfig; parsed: ParsedText }> {
  const parsed = await parseConfig(source);
  throwProblems(placeProblems(parsed.problems, source, undefined));
  const guarded = guardData(parsed.data);
  const { z } = await import("zod");
  const { schema, keys } = buildFileSchema(z, pathRules(place), {
    sections,
    has: (name) => parsed.data !== null && typeof parsed.data === "object" && name in parsed.data,
  });
  const result = schema.safeParse(guarded.data);
  if (result.success && guarded.problems.length === 0) return { data: result.data, parsed };
  const root = await parsed.nodes();
  const issues = result.success ? [] : result.error.issues;
  const explained = explainIssues(issues, configWords(keys), { text: source.text, root });
  throwProblems(placeProblems([...guarded.problems, ...explained], source, root));
  throw new Error("a config that failed its schema has at least one problem");
}
