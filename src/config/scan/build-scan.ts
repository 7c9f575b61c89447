import { resolve } from "node:path";
import { assert } from "../../kernel/errors/assert.ts";
import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import { type Encoded, encodeLiteral } from "../../kernel/values/literal.ts";
import type { ReportLevel } from "../../kernel/result/scan.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import type { ConfigPath } from "../syntax/config-node.ts";
import { expandContracts } from "../../kernel/judge/contract-names.ts";
import type {
  FileContract,
  FileFixtures,
  FileInit,
  FileObject,
  FileScan,
  FileScenario,
} from "../file-config.ts";
import { camelKeys } from "../camel-keys.ts";
import type { InitConfig } from "../config.ts";
import { parseFixture } from "./fixture-values.ts";
import type { ProjectFolders } from "../files/project-paths.ts";
import type {
  ByFunction,
  ContractConfig,
  Fixture,
  FixturesConfig,
  ObjectConfig,
  ScanConfig,
  Scenario,
  ScenarioError,
} from "./scan-config.ts";
import { scenarioLibrary } from "../scenario-names.ts";
import { sourceFiles } from "../source-files.ts";
import { parseTarget, rootRelative } from "./target-selector.ts";

/** A config file whose values are judged, while its entries are built. */
export interface ConfigContext {
  readonly place: ProjectFolders;
  /** `[fixtures] registries`, relative to the project root. */
  readonly registries: readonly string[];
  /** Where a value is written. */
  readonly locate: (path: ConfigPath) => Promise<Pick<ErrorParts, "where" | "frame">>;
}

/** Reads `[fixtures]`. */
export function buildFixtures(fixtures: FileFixtures, place: ProjectFolders): FixturesConfig {
  return { registries: fixtures.registries.map((file) => rootRelative(file, place)) };
}

/** Reads one `[[scan]]` entry, with its place in the list for pointing at it. */
export function buildScan(scan: FileScan, index: number, loaded: ConfigContext): ScanConfig {
  const { place } = loaded;
  const { registries } = buildFixtures({ registries: scan.fixture_registries }, place);
  const selectors = (texts: readonly string[]) => texts.map((text) => parseTarget(text, place));
  const locate = () => loaded.locate(["scan", index, "module"]);
  const resolveFiles = () => sourceFiles(scan.module, { place, locate });
  return {
    ...camelKeys(scan),
    pattern: rootRelative(scan.module, place),
    targets: selectors(scan.targets),
    levels: levelsOf[scan.mode],
    autoContracts: expandContracts(scan.auto_contracts),
    fixtures: mapValues(scan.fixtures, (text) => buildFixture(text, place)),
    registries: [...new Set([...registries, ...loaded.registries])],
    expectedFailures: selectors(scan.expected_failures),
    expectedPreconditions: byFunction(scan.expected_preconditions),
    expectedProperties: byFunction(scan.expected_properties),
    expectedRelations: byFunction(scan.expected_relations),
    confirmedProperties: byFunction(scan.confirmed_properties),
    ignoredContracts: mapValues(
      joined(scan.ignore_contracts, scan.contract_overrides),
      expandContracts,
    ),
    ignoredProperties: joined(scan.ignore_properties, scan.property_overrides),
    ignoredRelations: joined(scan.ignore_relations, scan.relation_overrides),
    resolve: resolveFiles,
  };
}

/** Reads one `[[objects]]` entry. */
export function buildObject(object: FileObject, place: ProjectFolders): ObjectConfig {
  const optional = (text: string | undefined) =>
    text === undefined ? undefined : exportPlace(text, place);
  return {
    ...camelKeys(object),
    target: parseTarget(object.target, place),
    factory: optional(object.factory),
    stateFactory: optional(object.state_factory),
    setup: optional(object.setup),
    teardown: optional(object.teardown),
    scenarios: object.scenarios.map((scenario) => buildScenario(scenario, place)),
  };
}

/** Reads one `[[contracts]]` entry. */
export function buildContract(contract: FileContract, place: ProjectFolders): ContractConfig {
  const { kwargs, ...rest } = contract;
  return {
    ...camelKeys(rest),
    target: parseTarget(contract.target, place),
    checks: expandContracts(contract.checks),
    args: mapValues(kwargs, encoded),
  };
}

/** Reads `[init]`. */
export function buildInit(init: FileInit, place: ProjectFolders): InitConfig {
  return {
    ...camelKeys(init),
    target: init.target === undefined ? undefined : rootRelative(init.target, place),
    outputDir: resolve(place.directory, init.output_dir),
  };
}

// --- inside ---

const levelsOf: Readonly<Record<FileScan["mode"], readonly ReportLevel[]>> = {
  evidence: ["supported", "exploratory", "blocked", "expected"],
  coverage_gap: ["supported", "exploratory", "blocked"],
  candidate: ["supported", "exploratory"],
  real_bug: ["supported"],
};

function buildFixture(text: string, place: ProjectFolders): Fixture {
  const parsed = parseFixture(text);
  assert(parsed.kind !== "wrong", "a fixture has passed the schema");
  return parsed.kind === "values"
    ? parsed
    : { kind: "export", from: exportPlace(parsed.place, place) };
}

function buildScenario(scenario: string | FileScenario, place: ProjectFolders): Scenario {
  if (typeof scenario === "string") {
    const library = scenarioLibrary(scenario);
    if (library !== undefined) return { kind: "library", name: library };
    return { kind: "hook", from: exportPlace(scenario, place) };
  }
  const path = scenario.path.split(".");
  switch (scenario.kind) {
    case "setattr":
      return { kind: "set", path, value: encoded(scenario.value) };
    case "stub_return":
      return { kind: "return", path, value: encoded(scenario.value) };
    case "stub_raise":
      return { kind: "throw", path, error: errorOf(scenario.error ?? "") };
  }
}

function errorOf(text: string): ScenarioError {
  const parts = /^(?<name>[A-Z]\w*)(?:: *(?<message>[\s\S]*))?$/u.exec(text)?.groups;
  const name = parts?.["name"];
  if (name === undefined) return { name: "Error", message: text };
  return { name, message: parts?.["message"] ?? "" };
}

function exportPlace(text: string, place: ProjectFolders): ExportReference {
  const hash = text.lastIndexOf("#");
  const module = rootRelative(text.slice(0, hash), place);
  return { module, path: text.slice(hash + 1).split(".") };
}

function encoded(value: unknown): Encoded {
  const plain = encodeLiteral(value);
  assert(plain !== undefined, "a value of a config is plain data, or the schema refuses it");
  return plain;
}

/** Names for all functions, or by the function that they are for; `*` is every function. */
type PerName = FileScan["expected_properties"];

function byFunction(names: PerName): ByFunction {
  if (!isList(names)) return names;
  return names.length === 0 ? {} : { "*": names };
}

function joined<Name extends string>(
  all: readonly Name[],
  each: ByFunction<Name>,
): ByFunction<Name> {
  if (all.length === 0) return each;
  return { ...each, "*": [...all, ...(each["*"] ?? [])] };
}

function isList(names: PerName): names is readonly string[] {
  return Array.isArray(names);
}

function mapValues<From, To>(
  table: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}
