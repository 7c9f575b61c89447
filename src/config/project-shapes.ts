import type { FileLoader, FileReport, FileTest, FileWorld } from "./file-config.ts";
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

// Messages complete the sentence "`[explorer] max_time` …", so each says what is allowed; zod's own
// wording would say it per check and differently for each.

/** The keys of `[loader]`. */
export function loaderShape(zod: Zod): ShapeOf<FileLoader> {
  return {
    module: zod
      .enum(["auto", "commonjs", "esm"], 'must be "auto", "commonjs" or "esm"')
      .default("auto")
      .describe("What files written with `import` are loaded as; auto asks how they are built.")
      .meta({
        more:
          "`auto` loads them [as the project builds and runs " +
          "them](loader.md#projects-that-are-built-to-commonjs), `commonjs` with " +
          "the interop of a compiler, `esm` as ES modules.",
      }),
  };
}

/** The keys of `[world]`. */
export function worldShape(zod: Zod): ShapeOf<FileWorld> {
  return {
    strict: flagOf(zod)
      .default(true)
      .describe("A run that leaves the simulated world is a finding; false only tells of it.")
      .meta({
        more:
          "Its kind is `escape`. With `false` the run goes on, and the report " +
          "says what was " +
          "[uncontrolled](../how-to/fix-what-does-not-repeat.md" +
          "#a-run-that-leaves-the-simulated-world).",
      }),
    leaks: flagOf(zod)
      .default(false)
      .describe("A run that ends with timers or handles still open is a finding.")
      .meta({ more: "Its kind is `leak`: timers, servers, sockets, files or processes." }),
    env: environmentOf(zod)
      .default({})
      .describe("Variables that runs have besides the fixed ones; `${NAME}` is the host's.")
      .meta({
        more:
          "One that is not set is an error. See the [fixed " +
          "ones](../explanation/what-a-run-can-touch.md#what-a-run-sees-of-the-machine). " +
          "Their values stand in traces.",
      }),
    allow_host: flagOf(zod)
      .default(false)
      .describe("Scans and replays may use the real files, network and processes.")
      .meta({
        more:
          "The commands are `scan`, `replay`, `shrink`, `ci`, `verify` and the " +
          "adapters of test runners, as with `--allow-host`. See [what a trace " +
          "may do](../explanation/what-a-run-can-touch.md#what-a-trace-may-do).",
      }),
  };
}

/** The keys of `[[tests]]`. */
export function testShape(zod: Zod, rules: PathRules): ShapeOf<FileTest> {
  return {
    class: pathOf(zod, "must be a file path or pattern, with an optional `#export`,")
      .check(judge(rules.tests))
      .describe("File or pattern, relative to this file: `tests/*.chaos.ts`, `a.chaos.ts#name`.")
      .meta({
        more: "Without `#export` the default export is meant.",
        examples: ["tests/**/*.chaos.ts"],
      }),
    steps_per_run: stepsOf(zod)
      .optional()
      .describe("Instead of `[explorer] steps_per_run`.")
      .meta({ examples: [50] }),
    max_time: secondsOf(zod, 86_400)
      .optional()
      .describe("Instead of `[explorer] max_time`.")
      .meta({ examples: [60] }),
    max_runs: runsOf(zod)
      .optional()
      .describe("Instead of `[explorer] max_runs`.")
      .meta({ examples: [1_000] }),
    seed: seedOf(zod)
      .optional()
      .describe("Instead of `[explorer] seed`.")
      .meta({ examples: [42] }),
    swarm: flagOf(zod)
      .optional()
      .describe("Instead of `[explorer] rule_swarm`.")
      .meta({ examples: [false] }),
  };
}

/** The keys of `[report]`. */
export function reportShape(zod: Zod, rules: PathRules): ShapeOf<FileReport> {
  const path = () => pathOf(zod, "must be a path").check(judge(rules.output));
  return {
    format: zod
      .enum(["text", "json", "both"], 'must be "text", "json" or "both"')
      .default("text")
      .describe("`text` on the screen, `json` in the file named by `output`, or both."),
    output: path()
      .default(".gauntlet/report.json")
      .describe("Where the JSON report is written.")
      .meta({ kind: "path" }),
    traces: flagOf(zod)
      .default(false)
      .describe("Also save the original trace of each finding, as it was before shrinking."),
    traces_dir: path()
      .default(".gauntlet/traces")
      .describe("The directory of saved traces.")
      .meta({ kind: "path" }),
    verbose: flagOf(zod)
      .default(false)
      .describe("Show progress every second where stderr is no terminal.")
      .meta({ more: "Otherwise it is every five seconds." }),
    corpus_dir: path()
      .default(".gauntlet/corpus")
      .describe("The directory of decision sequences that reached something new.")
      .meta({
        kind: "path",
        more: "Failing runs too; see [what a campaign keeps](cli.md#what-a-campaign-keeps).",
      }),
  };
}
