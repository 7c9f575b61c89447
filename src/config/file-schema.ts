import type { z } from "zod";
import { agentKeys } from "./agent/agent-keys.ts";
import { agentSection } from "./agent/agent-shape.ts";
import { contractShape, objectShape, scenarioKeys } from "./scan/object-shapes.ts";
import { explorerShape } from "./explorer-shape.ts";
import { type FileConfig, fileDefaults, type FileLoader } from "./file-config.ts";
import { fixturesShape, initShape, scanShape } from "./scan/scan-shapes.ts";
import { scenariosShape } from "./scenarios-shape.ts";
import type { PathRules, ShapeOf, Zod } from "./schema-values.ts";
import {
  environmentOf,
  flagOf,
  judge,
  pathOf,
  runsOf,
  secondsOf,
  seedOf,
  stepsOf,
} from "./schema-values.ts";

/** The one schema of all three syntaxes, with the names that each section knows. */
export interface FileSchema {
  readonly schema: z.ZodType<FileConfig>;
  /** The known keys by section; the empty name is the top of the file. */
  readonly keys: () => ReadonlyMap<string, readonly string[]>;
}

/**
 * Builds the schema; zod comes as an argument, because it is loaded only when a config is. The keys
 * of `[agent]` are as many as all others, so they are built only for a file that has it.
 */
export function buildFileSchema(
  zod: Zod,
  rules: PathRules,
  { hasAgent }: { readonly hasAgent: boolean },
): FileSchema {
  const sections = {
    explorer: explorerShape(zod),
    world: worldShape(zod),
    loader: loaderShape(zod),
    tests: testShape(zod, rules),
    report: reportShape(zod, rules),
    fixtures: fixturesShape(zod, rules),
    scan: scanShape(zod, rules),
    objects: objectShape(zod, rules),
    contracts: contractShape(zod, rules),
    init: initShape(zod, rules),
    scenarios: scenariosShape(zod, rules),
  };
  const table = <Table extends object>(shape: ShapeOf<Table>, description: string) =>
    zod
      .strictObject(shape, "must be one table")
      .prefault(() => ({}) as never) // every key of these has a default of its own
      .describe(description);
  const tables = <Table extends object>(shape: ShapeOf<Table>, description: string) =>
    zod
      .array(zod.strictObject(shape, "must be a table"), "must be a list of tables")
      .max(1000, "must have at most 1000 entries")
      .default([])
      .describe(description);
  const root = {
    $schema: zod
      .string("must be the address of a schema")
      .max(1000, "must be at most 1000 characters long")
      .optional()
      .describe("Where an editor finds this schema. For editors only; it changes no run."),
    explorer: table(sections.explorer, "How runs are searched: budgets, seed and limits."),
    world: table(sections.world, "What the simulated world makes of what it does not control."),
    loader: table(sections.loader, "How the files of the project are loaded."),
    tests: tables(sections.tests, "The subjects to explore, one entry for each file or pattern."),
    report: table(sections.report, "How findings are told and where they are kept."),
    fixtures: table(sections.fixtures, "Values for parameters, for every scanned file."),
    scan: tables(sections.scan, "The files to scan, one entry for each file or pattern."),
    objects: tables(sections.objects, "How instances of a class are made for a scan."),
    contracts: tables(sections.contracts, "What a function must keep to, with inputs to try."),
    init: table(sections.init, "What `gauntlet init` writes when its flags do not say."),
    scenarios: table(sections.scenarios, "How scenario files are run by `gauntlet test`."),
    agent: (hasAgent ? agentSection(zod, rules).optional() : zod.undefined().optional()).describe(
      "An agent under test, what happens around it, and what it must keep to.",
    ),
  };
  const schema = zod
    .strictObject(root, "must be a table of sections")
    .describe("Configuration of Gauntlet: gauntlet.toml, gauntlet.yaml or gauntlet.json.");
  const named = { "": root, ...sections, "objects.scenarios": scenarioKeys };
  const keys = () => {
    const own = Object.entries(named).map(([name, shape]) => [name, Object.keys(shape)] as const);
    return new Map([...own, ...(hasAgent ? agentKeys(zod, rules) : [])]);
  };
  return { schema, keys };
}

// --- inside ---

function loaderShape(zod: Zod): ShapeOf<FileLoader> {
  return {
    module: zod
      .enum(["auto", "commonjs", "esm"], 'must be "auto", "commonjs" or "esm"')
      .default(fileDefaults.loader.module)
      .describe("What files written with `import` are loaded as; auto asks how they are built."),
  };
}

// Messages complete the sentence "`[explorer] max_time` …", so each says what is allowed; zod's own
// wording would say it per check and differently for each. The inferred types carry the keys.

function worldShape(zod: Zod) {
  const defaults = fileDefaults.world;
  return {
    strict: flagOf(zod)
      .default(defaults.strict)
      .describe("A run that leaves the simulated world is a finding; false only tells of it."),
    leaks: flagOf(zod)
      .default(defaults.leaks)
      .describe("A run that ends with timers or handles still open is a finding."),
    env: environmentOf(zod)
      .default(defaults.env)
      .describe("Variables that runs have besides the fixed ones; `${NAME}` is the host's."),
    allow_host: flagOf(zod)
      .default(defaults.allow_host)
      .describe("Scans and replays may use the real files, network and processes."),
  };
}

function testShape(zod: Zod, rules: PathRules) {
  return {
    class: pathOf(zod, "must be a file path or pattern, with an optional `#export`,")
      .check(judge(rules.tests))
      .describe("File or pattern, relative to this file: `tests/*.chaos.ts`, `a.chaos.ts#name`."),
    steps_per_run: stepsOf(zod).optional().describe("Instead of `[explorer] steps_per_run`."),
    max_time: secondsOf(zod, 86_400).optional().describe("Instead of `[explorer] max_time`."),
    max_runs: runsOf(zod).optional().describe("Instead of `[explorer] max_runs`."),
    seed: seedOf(zod).optional().describe("Instead of `[explorer] seed`."),
    swarm: flagOf(zod).optional().describe("Instead of `[explorer] rule_swarm`."),
  };
}

function reportShape(zod: Zod, rules: PathRules) {
  const defaults = fileDefaults.report;
  const path = () => pathOf(zod, "must be a path").check(judge(rules.output));
  return {
    format: zod
      .enum(["text", "json", "both"], 'must be "text", "json" or "both"')
      .default(defaults.format)
      .describe("`text` on the screen, `json` in the file named by `output`, or both."),
    output: path().default(defaults.output).describe("Where the JSON report is written."),
    traces: flagOf(zod)
      .default(defaults.traces)
      .describe("Also save the original trace of each finding, as it was before shrinking."),
    traces_dir: path().default(defaults.traces_dir).describe("The directory of saved traces."),
    verbose: flagOf(zod)
      .default(defaults.verbose)
      .describe("Show progress every second where stderr is no terminal."),
    corpus_dir: path()
      .default(defaults.corpus_dir)
      .describe("The directory of decision sequences that reached something new."),
  };
}
