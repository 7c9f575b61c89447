import type { z } from "zod";
import { type FileConfig, fileDefaults } from "./file-config.ts";

type Zod = typeof z;

/** Judges a path against the project on disk; each answers with what is wrong, or nothing. */
export interface PathRules {
  readonly output: (path: string) => string | undefined;
  readonly tests: (selector: string) => string | undefined;
}

/** The one schema of all three syntaxes, with the names that each section knows. */
export interface FileSchema {
  readonly schema: z.ZodType<FileConfig>;
  /** The known keys by section; the empty name is the top of the file. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
}

/** Builds the schema; zod comes as an argument, because it is loaded only when a config is. */
export function buildFileSchema(zod: Zod, rules: PathRules): FileSchema {
  const explorer = explorerShape(zod);
  const world = worldShape(zod);
  const tests = testShape(zod, rules);
  const report = reportShape(zod, rules);
  const root = {
    $schema: zod
      .string("must be the address of a schema")
      .max(1000, "must be at most 1000 characters long")
      .optional()
      .describe("Where an editor finds this schema. For editors only; it changes no run."),
    explorer: zod
      .strictObject(explorer, "must be one table")
      .prefault({})
      .describe("How runs are searched: budgets, seed and limits."),
    world: zod
      .strictObject(world, "must be one table")
      .prefault({})
      .describe("What the simulated world makes of what it does not control."),
    tests: zod
      .array(zod.strictObject(tests, "must be a table"), "must be a list of tables")
      .max(1000, "must have at most 1000 entries")
      .default([])
      .describe("The subjects to explore, one entry for each file or pattern."),
    report: zod
      .strictObject(report, "must be one table")
      .prefault({})
      .describe("How findings are told and where they are kept."),
  };
  const schema = zod
    .strictObject(root, "must be a table of sections")
    .describe("Configuration of Gauntlet: gauntlet.toml, gauntlet.yaml or gauntlet.json.");
  const sections = { "": root, explorer, world, tests, report };
  const keys = Object.entries(sections).map(([name, shape]) => [name, Object.keys(shape)] as const);
  return { schema, keys: new Map(keys) };
}

// --- inside ---

// Messages complete the sentence "`[explorer] max_time` …", so each says what is allowed; zod's own
// wording would say it per check and differently for each. The inferred types carry the keys.

function explorerShape(zod: Zod) {
  const defaults = fileDefaults.explorer;
  return {
    max_time: secondsOf(zod, 86_400)
      .default(defaults.max_time)
      .describe("Seconds of wall-clock time after which the search stops."),
    max_runs: runsOf(zod)
      .optional()
      .describe("Runs after which the search stops; absent means that only time stops it."),
    seed: seedOf(zod)
      .default(defaults.seed)
      .describe("Where every decision comes from; the same seed and code search the same way."),
    strategy: zod
      .enum(["random", "fifo", "pct", "dfs"], 'must be "random", "fifo", "pct" or "dfs"')
      .default(defaults.strategy)
      .describe("Which run comes next: by chance, first in first out, by priorities, or all."),
    steps_per_run: stepsOf(zod)
      .default(defaults.steps_per_run)
      .describe("The most rule steps in one run."),
    run_timeout: secondsOf(zod, 3600)
      .default(defaults.run_timeout)
      .describe("A run that gives no sign of life for so many seconds is a timeout finding."),
    memory_mb: wholeOf(zod, { min: 64, max: 65_536 })
      .default(defaults.memory_mb)
      .describe("Megabytes of heap for one worker; a run that needs more is a finding."),
    shrink_budget: wholeOf(zod, { min: 0, max: 100_000 })
      .default(defaults.shrink_budget)
      .describe("Attempts to make each cluster of equal failures smaller; 0 keeps them as found."),
    latency_max_ms: numberOf(zod, { min: 0, max: 60_000 })
      .default(defaults.latency_max_ms)
      .describe("The longest latency, in virtual milliseconds, that a simulated completion draws."),
    inline: zod
      .array(packageOf(zod), "must be a list of package names")
      .max(1000, "must have at most 1000 package names")
      .default([...defaults.inline])
      .describe("Packages that are loaded fresh in each run, because they keep state."),
    ...guidanceShape(zod),
    ...swarmShape(zod),
  };
}

function guidanceShape(zod: Zod) {
  const defaults = fileDefaults.explorer;
  return {
    target_modules: zod
      .array(pathOf(zod, "must be a file path or pattern,"), "must be a list of paths or patterns")
      .max(1000, "must have at most 1000 patterns")
      .default([...defaults.target_modules])
      .describe("Files whose blocks and branches guide the search; none means all of the project."),
    max_checkpoints: wholeOf(zod, { min: 0, max: 100_000 })
      .default(defaults.max_checkpoints)
      .describe("How many runs that reached something new are kept to go on from."),
    checkpoint_prob: numberOf(zod, { min: 0, max: 1 })
      .default(defaults.checkpoint_prob)
      .describe("How often a run goes on from such a run; adapts to what that brings."),
    checkpoint_strategy: zod
      .enum(["energy", "uniform", "recent"], 'must be "energy", "uniform" or "recent"')
      .default(defaults.checkpoint_strategy)
      .describe("Which one it goes on from: by what it promises, any alike, or newer ones more."),
    ngram: wholeOf(zod, { min: 1, max: 8 })
      .default(defaults.ngram)
      .describe("How many blocks in a row make an edge; 1 counts blocks alone."),
    patience: runsOf(zod)
      .optional()
      .describe("Runs without anything new after which the search stops; absent means never."),
  };
}

function swarmShape(zod: Zod) {
  const defaults = fileDefaults.explorer;
  return {
    fault_toggle_prob: numberOf(zod, { min: 0, max: 1 })
      .default(defaults.fault_toggle_prob)
      .describe("How often a step switches a fault instead of running a rule."),
    workers: wholeOf(zod, { min: 0, max: 256 })
      .default(defaults.workers)
      .describe("How many processes search at once; 0 is one for each core."),
    rule_swarm: zod
      .boolean("must be true or false")
      .default(defaults.rule_swarm)
      .describe("Whether each run leaves out some of the rules and faults."),
    fault_tuples: wholeOf(zod, { min: 1, max: 4 })
      .default(defaults.fault_tuples)
      .describe("How many faults the search brings together: 2 for pairs, 3 for triples."),
    tuple_runs: wholeOf(zod, { min: 0, max: 1_000_000_000 })
      .optional()
      .describe("Runs spent on bringing faults together; absent means as many as it takes."),
    tuple_time: secondsOf(zod, 86_400)
      .optional()
      .describe("Seconds spent on bringing faults together; absent means as long as it takes."),
  };
}

function worldShape(zod: Zod) {
  const defaults = fileDefaults.world;
  return {
    strict: zod
      .boolean("must be true or false")
      .default(defaults.strict)
      .describe("A run that leaves the simulated world is a finding; false only tells of it."),
    leaks: zod
      .boolean("must be true or false")
      .default(defaults.leaks)
      .describe("A run that ends with timers or handles still open is a finding."),
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
    swarm: zod
      .boolean("must be true or false")
      .optional()
      .describe("Instead of `[explorer] rule_swarm`."),
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
    traces: zod
      .boolean("must be true or false")
      .default(defaults.traces)
      .describe("Also save the original trace of each finding, as it was before shrinking."),
    traces_dir: path().default(defaults.traces_dir).describe("The directory of saved traces."),
    verbose: zod
      .boolean("must be true or false")
      .default(defaults.verbose)
      .describe("Show progress every second where stderr is no terminal."),
    corpus_dir: path()
      .default(defaults.corpus_dir)
      .describe("The directory of decision sequences that reached something new."),
  };
}

function secondsOf(zod: Zod, max: number) {
  const must = `must be a number of seconds above 0 and at most ${max}`;
  return zod.number(must).gt(0, must).lte(max, must);
}

function numberOf(zod: Zod, { min, max }: { min: number; max: number }) {
  const must = `must be a number from ${min} to ${max}`;
  return zod.number(must).gte(min, must).lte(max, must);
}

function wholeOf(zod: Zod, { min, max }: { min: number; max: number }) {
  const must = `must be a whole number from ${min} to ${max}`;
  return zod.int(must).gte(min, must).lte(max, must);
}

function runsOf(zod: Zod) {
  return wholeOf(zod, { min: 1, max: 1_000_000_000 });
}

function stepsOf(zod: Zod) {
  return wholeOf(zod, { min: 1, max: 10_000 });
}

function seedOf(zod: Zod) {
  const most = Number.MAX_SAFE_INTEGER;
  const must = `must be a whole number from 0 to ${most} or a text of 1 to 200 characters`;
  const number = zod.int(must).gte(0, must).lte(most, must);
  const text = zod.string(must).min(1, must).max(200, must).regex(/\S/u, must);
  return zod.union([number, text], must);
}

function packageOf(zod: Zod) {
  const must = "must be the name of a package, such as `nanoid` or `@scope/name`,";
  return zod
    .string(must)
    .max(214, must)
    .regex(/^(?:@[\w.~-]+\/)?[\w~-][\w.~-]*$/u, must);
}

function pathOf(zod: Zod, must: string) {
  const sized = `${must} 1 to 1000 characters long`;
  return zod.string(sized).min(1, sized).max(1000, sized);
}

function judge(rule: (path: string) => string | undefined): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const wrong = rule(value);
    if (wrong !== undefined) issues.push({ code: "custom", message: wrong, input: value });
  };
}
