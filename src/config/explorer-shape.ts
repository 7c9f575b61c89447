import type { FileExplorer } from "./file-config.ts";
import { fileDefaults } from "./file-config.ts";
import type { ShapeOf, Zod } from "./schema-values.ts";
import {
  numberOf,
  packageOf,
  pathOf,
  runsOf,
  secondsOf,
  seedOf,
  stepsOf,
  wholeOf,
} from "./schema-values.ts";

/** The keys of `[explorer]`. */
export function explorerShape(zod: Zod): ShapeOf<FileExplorer> {
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

// --- inside ---

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
