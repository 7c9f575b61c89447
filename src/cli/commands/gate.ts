import type { Command } from "commander";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { parseSeed, type Seed } from "../../kernel/decisions/seed.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import {
  addCommonFlags,
  type CommonFlags,
  numberIn,
  seedText,
  wholeNumber,
  withDefault,
} from "../flags.ts";
import type { GateScope } from "../gate/gate-scope.ts";
import type { Stage } from "../gate/stages.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import {
  addBackendFlags,
  addSafetyFlags,
  type BackendFlags,
  backendsIn,
  refuseOpposite,
} from "../scenario-flags.ts";
import { settingsOf } from "../settings.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

interface GateFlags extends CommonFlags, BackendFlags {
  readonly seed?: Seed;
  readonly strict?: boolean;
  readonly unsafe?: boolean;
  readonly doctorRuns?: number;
  readonly allowExpectedFailures?: boolean;
  /** Only of `gate`. */
  readonly scope?: readonly string[];
  /** Only of `full`. */
  readonly exploreTime?: number;
  readonly scenarioFilter?: string;
  readonly skipSteps?: readonly string[];
  readonly requiredSteps?: readonly string[];
}

/** Adds `gate` and `full`: what other verbs do, one after the other, with one verdict. */
export function addGate(program: Command, io: Io, onExit: (code: number) => void): void {
  const gate = program
    .command("gate")
    .summary("validate, repeat, run, record and prove scenarios, with one verdict")
    .argument(
      "[paths...]",
      "scenario files, folders or patterns; all of the project where left out",
    )
    .option("--scope <words>", "only scenarios with one of these in name or path (a,b)", words);
  addGateFlags(gate).action(async (paths: string[], flags: GateFlags) => {
    onExit(await pass("gate", { paths, flags, io }));
  });
  const full = program
    .command("full")
    .summary("what gate does, and explore everything; lists what it did not run")
    .argument(
      "[paths...]",
      "scenario files, folders or patterns; all of the project where left out",
    )
    .option(
      "--explore-time <seconds>",
      withDefault("for each subject", exploreSecondsDefault),
      exploreTime,
    )
    .option("--scenario-filter <text>", "only scenarios with this in their name or path")
    .option("--skip-steps <names>", "steps that are left out (a,b)", words)
    .option("--required-steps <names>", "steps without which nothing is proven (a,b)", words);
  addGateFlags(full).action(async (paths: string[], flags: GateFlags) => {
    onExit(await pass("full", { paths, flags, io }));
  });
}

// --- inside ---

const doctorRunsDefault = 5;
const exploreSecondsDefault = 2;

const exploreTime = numberIn("--explore-time", {
  max: 86_400,
  allowed: "a number of seconds, 0 or above",
  example: "10",
});

function addGateFlags(command: Command): Command {
  return addBackendFlags(addSafetyFlags(addCommonFlags(command)))
    .option("--seed <seed>", seedText, parseSeed)
    .option(
      "--doctor-runs <count>",
      withDefault("runs that are compared of each", doctorRunsDefault),
      wholeNumber("--doctor-runs"),
    )
    .option(
      "--allow-expected-failures",
      "a scenario called `*.fail.*` must break, and is fine then",
    );
}

async function pass(
  command: "gate" | "full",
  given: { readonly paths: readonly string[]; readonly flags: GateFlags; readonly io: Io },
): Promise<number> {
  const { flags, io } = given;
  refuseOpposite(flags);
  const place = await projectContextOf(flags, io);
  const { doStages } = await import("../gate/stages.ts");
  const stages = await stagesOf(command, { ...given, place });
  const result = await doStages(stages, {
    command,
    seed: settingsOf(place.config, { seed: flags.seed }).seed,
    skipped: known(flags.skipSteps, stages, "--skip-steps"),
    required: known(flags.requiredSteps, stages, "--required-steps"),
    signal: io.signal,
    onStage: (name, verdict) => {
      if (flags.quiet !== true) io.err(`${name}: ${verdict}\n`);
    },
  });
  const { cwd, config } = place;
  return printResult(result, io, { flags, report: config.report, cwd, root: config.root });
}

async function stagesOf(
  command: "gate" | "full",
  given: {
    readonly paths: readonly string[];
    readonly flags: GateFlags;
    readonly io: Io;
    readonly place: ProjectContext;
  },
): Promise<readonly Stage[]> {
  const { flags, paths, place, io } = given;
  const { scenarioFilter, exploreTime: exploreSeconds = exploreSecondsDefault } = flags;
  const { seed, strict, unsafe } = flags;
  const safety = {
    ...(seed === undefined ? {} : { seed }),
    ...(strict === undefined ? {} : { strict }),
    ...(unsafe === undefined ? {} : { unsafe }),
  };
  const gate: GateScope = {
    place,
    paths,
    flags: { ...backendsIn(flags), ...safety },
    doctorRuns: flags.doctorRuns ?? doctorRunsDefault,
    scope: scenarioFilter === undefined ? (flags.scope ?? []) : [scenarioFilter],
    allowsFailures: flags.allowExpectedFailures === true,
    signal: io.signal,
  };
  const { scenarioStages } = await import("../gate/scenario-stages.ts");
  const { searchStages } = await import("../gate/search-stages.ts");
  const ofScenarios = scenarioStages(gate);
  return command === "gate"
    ? ofScenarios
    : [...ofScenarios, ...searchStages(gate, { exploreSeconds })];
}

function words(text: string): readonly string[] {
  return text.split(",").filter((word) => word !== "");
}

/** The steps that a flag names; one that there is not is an error. */
function known(
  names: readonly string[] = [],
  stages: readonly Stage[],
  flag: string,
): ReadonlySet<string> {
  const all = stages.map(({ name }) => name);
  const wrong = names.find((name) => !all.includes(name));
  if (wrong === undefined) return new Set(names);
  const [nearest] = nearestNames(wrong, all, { countMax: 1 });
  throw new GauntletError({
    code: "U003",
    what: `\`${flag}\` knows no step \`${wrong}\``,
    where: `${flag} ${names.join(",")}`,
    help:
      nearest === undefined ? `the steps are ${all.join(", ")}` : `did you mean \`${nearest}\`?`,
  });
}
