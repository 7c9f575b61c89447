import type { FileExplorer } from "./file-config.ts";
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
  return {
    max_time: secondsOf(zod, 86_400)
      .default(60)
      .describe("Seconds of wall-clock time after which the search stops."),
    max_runs: runsOf(zod)
      .optional()
      .describe("Runs after which the search stops; absent means that only time stops it.")
      .meta({ examples: [1_000] }),
    seed: seedOf(zod)
      .default(42)
      .describe("Where every decision comes from; the same seed and code search the same way.")
      .meta({ more: 'The corpus is part of that. `"42"` and `42` are the same seed.' }),
    strategy: zod
      .enum(["random", "fifo", "pct", "dfs"], 'must be "random", "fifo", "pct" or "dfs"')
      .default("random")
      .describe("Which run comes next: by chance, first in first out, by priorities, or all.")
      .meta({ more: "See [`--strategy`](cli.md#strategies)." }),
    steps_per_run: stepsOf(zod).default(50).describe("The most rule steps in one run."),
    run_timeout: secondsOf(zod, 3600)
      .default(5)
      .describe("A run that gives no sign of life for so many seconds is a timeout finding."),
    memory_mb: wholeOf(zod, { min: 64, max: 65_536 })
      .default(512)
      .describe("Megabytes of heap for one worker; a run that needs more is a finding.")
      .meta({ more: "On Linux its buffers and other memory count besides." }),
    shrink_budget: wholeOf(zod, { min: 0, max: 100_000 })
      .default(500)
      .describe("Attempts to make each cluster of equal failures smaller; 0 keeps them as found."),
    latency_max_ms: numberOf(zod, { min: 0, max: 60_000 })
      .default(20)
      .describe("The longest latency, in virtual milliseconds, that a simulated completion draws."),
    inline: zod
      .array(packageOf(zod), "must be a list of package names")
      .max(1000, "must have at most 1000 package names")
      .default([])
      .describe("Packages that are loaded fresh in each run, because they keep state.")
      .meta({ kind: "list of package names" }),
    ...guidanceShape(zod),
    ...swarmShape(zod),
  };
}

// --- inside ---

function guidanceShape(zod: Zod) {
  return {
    target_modules: zod
      .array(pathOf(zod, "must be a file path or pattern,"), "must be a list of paths or patterns")
      .max(1000, "must have at most 1000 patterns")
      .default([])
      .describe("Files whose blocks and branches guide the search; none means all of the project.")
      .meta({
        kind: "list of paths or patterns",
        more: "See [how the search is guided](../explanation/how-the-search-is-guided.md).",
      }),
    max_checkpoints: wholeOf(zod, { min: 0, max: 100_000 })
      .default(256)
      .describe("How many runs that reached something new are kept to go on from."),
    checkpoint_prob: numberOf(zod, { min: 0, max: 1 })
      .default(0.4)
      .describe("How often a run goes on from such a run; adapts to what that brings.")
      .meta({ more: "0 is never, 1 is always. The first 192 runs are fresh, whatever it says." }),
    checkpoint_strategy: zod
      .enum(["energy", "uniform", "recent"], 'must be "energy", "uniform" or "recent"')
      .default("energy")
      .describe("Which one it goes on from: by what it promises, any alike, or newer ones more."),
    ngram: wholeOf(zod, { min: 1, max: 8 })
      .default(2)
      .describe("How many blocks in a row make an edge; 1 counts blocks alone."),
    patience: runsOf(zod)
      .optional()
      .describe("Runs without anything new after which the search stops; absent means never.")
      .meta({ examples: [100_000] }),
  };
}

function swarmShape(zod: Zod) {
  return {
    fault_toggle_prob: numberOf(zod, { min: 0, max: 1 })
      .default(0.3)
      .describe("How often a step switches a fault instead of running a rule."),
    workers: wholeOf(zod, { min: 0, max: 256 })
      .default(1)
      .describe("How many processes search at once; 0 is one for each core."),
    rule_swarm: zod
      .boolean("must be true or false")
      .default(false)
      .describe("Whether each run leaves out some of the rules and faults."),
    fault_tuples: wholeOf(zod, { min: 1, max: 4 })
      .default(2)
      .describe("How many faults the search brings together: 2 for pairs, 3 for triples."),
    tuple_runs: wholeOf(zod, { min: 0, max: 1_000_000_000 })
      .optional()
      .describe("Runs spent on bringing faults together; absent means as many as it takes.")
      .meta({ examples: [1_000] }),
    tuple_time: secondsOf(zod, 86_400)
      .optional()
      .describe("Seconds spent on bringing faults together; absent means as long as it takes.")
      .meta({ examples: [10] }),
  };
}
