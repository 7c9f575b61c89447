import { availableParallelism } from "node:os";
import type { ScenarioJob } from "../../engines/scenarios/index.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import { withEvents } from "../events/with-events.ts";
import type { TestFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { recordOf } from "../record-flags.ts";
import { refuseOpposite } from "../scenario-flags.ts";
import { filtered, scenarioJobs } from "../scenario-jobs.ts";
import { settingsOf } from "../settings.ts";
import type { VerbCall } from "../verb-call.ts";
import { projectContextOf } from "../verb.ts";
import { processRunners } from "../../runner/process/process-runners.ts";

/** `test`: runs scenario files as they are written. */
export function runTests({ words: [paths], flags, io }: VerbCall<"test">): Promise<number> {
  return testPaths(paths, { flags, io, command: "test" });
}

/** `run`: runs one scenario file. */
export function runOne({ words: [file], flags, io }: VerbCall<"run">): Promise<number> {
  return testPaths([file], { flags, io, command: "run" });
}

// --- inside ---

/** How often it is looked whether a word of progress is due. */
const beatMs = 250;

async function testPaths(
  paths: readonly string[],
  given: { readonly flags: TestFlags; readonly io: Io; readonly command: "test" | "run" },
): Promise<number> {
  const { flags, io, command } = given;
  refuseOpposite(flags);
  const place = await projectContextOf(flags, io);
  const { cwd, config } = place;
  const record = recordOf(flags, cwd);
  const all = await scenarioJobs(paths, { flags, place, isOne: command === "run" });
  const scenarios = filtered(all, flags.filter);
  const { runScenarios } = await import("../../engines/scenarios/index.ts");
  const result = await withEvents(command, { flags, io, place }, (tell) => {
    let done = 0;
    const sayDone = (): void => tell({ type: "scenarios", done, count: scenarios.length });
    // A long scenario has no progress of its own, and must not look like none.
    const beat = setInterval(sayDone, beatMs).unref();
    return runScenarios({
      command,
      scenarios,
      runners: processRunners,
      seed: seedOf(scenarios) ?? settingsOf(config, { seed: flags.seed }).seed,
      jobs: flags.jobs ?? availableParallelism(),
      isFailFast: flags.failFast === true,
      isRepeated: flags.det === true,
      filteredOut: all.length - scenarios.length,
      passesWithNone: flags.passWithNoTests === true,
      record,
      signal: io.signal,
      tell: (event) => {
        ({ done } = event);
        tell(event);
      },
    }).finally(() => clearInterval(beat));
  });
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

/** The seed of one scenario, which may say its own. */
function seedOf([first, ...others]: readonly ScenarioJob[]): Seed | undefined {
  return others.length === 0 ? first?.settings.seed : undefined;
}
