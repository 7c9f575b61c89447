import { hostBytesMax } from "../kernel/trace/trace.ts";
import type { FileScenarios } from "./file-config.ts";
import type { PathRules, ShapeOf, Zod } from "./schema-values.ts";
import { flagOf, judge, listOf, numberOf, pathOf, secondsOf, wholeOf } from "./schema-values.ts";

/** The keys of `[scenarios]`. */
export function scenariosShape(zod: Zod, rules: PathRules): ShapeOf<FileScenarios> {
  const path = pathOf(zod, "must be a file path or pattern").check(judge(rules.files));
  const count = (max: number) => wholeOf(zod, { min: 0, max }).optional();
  return {
    files: listOf(zod, path, "patterns")
      .default([])
      .describe("Files or patterns of `gauntlet test` without arguments; empty finds them all.")
      .meta({ kind: "list of paths or patterns" }),
    proc_backend: zod
      .enum(["scripted", "host"], 'must be "scripted" or "host"')
      .default("scripted")
      .describe("Whether `proc_spawn` and called code start real processes, recorded."),
    fs_backend: zod
      .enum(["virtual", "host"], 'must be "virtual" or "host"')
      .default("virtual")
      .describe("Whether `fs_*` steps use the real files of the project, recorded."),
    http_backend: zod
      .enum(["scripted", "host"], 'must be "scripted" or "host"')
      .default("scripted")
      .describe("Whether requests go to real servers, recorded."),
    timeout: secondsOf(zod, 86_400)
      .optional()
      .describe("Seconds of virtual time for one scenario; real calls also have so much.")
      .meta({ examples: [30] }),
    output_limit: wholeOf(zod, { min: 1, max: 1024 * 1024 * 1024 })
      .default(hostBytesMax)
      .describe("Bytes that a real process or server may answer with."),
    mem_limit_mb: count(1_048_576)
      .describe("Simulated allocations beyond so many MiB fail.")
      .meta({ examples: [64] }),
    mem_fail_after: count(1_000_000_000)
      .describe("Simulated allocations after so many fail.")
      .meta({ examples: [100] }),
    mem_fragmentation_seed: count(Number.MAX_SAFE_INTEGER)
      .describe("Simulated allocations take up to 30 % more, by this seed.")
      .meta({ examples: [7] }),
    mem_pressure_wave: listOf(zod, numberOf(zod, { min: 0, max: 1_000 }), "factors")
      .default([])
      .describe("Simulated allocations are multiplied by these in turn."),
    fail_on_leak: flagOf(zod)
      .default(false)
      .describe("Anything allocated and not freed breaks a scenario, whatever the budget says."),
    leak_budget: count(Number.MAX_SAFE_INTEGER)
      .describe("Bytes that may be left at the end of a scenario.")
      .meta({ examples: [0] }),
  };
}
