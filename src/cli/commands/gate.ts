import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import type { GateScope } from "../gate/gate-scope.ts";
import type { Stage } from "../gate/stages.ts";
import { withEvents } from "../events/with-events.ts";
import type { Io } from "../io.ts";
import { printResult } from "../print.ts";
import { backendsIn, refuseOpposite } from "../scenario-flags.ts";
import { settingsOf } from "../settings.ts";
import type { FlagsOf, VerbCall } from "../verb-call.ts";
import { verbDefaults } from "../verb-defaults.ts";
import { type ProjectContext, projectContextOf } from "../verb.ts";

type GateFlags = FlagsOf<"gate"> & Partial<FlagsOf<"full">>;

/** `gate`: what other verbs do with scenarios, one after the other, with one verdict. */
export function runGate({ words: [paths], flags, io }: VerbCall<"gate">): Promise<number> {
  return pass("gate", { paths, flags, io });
}

/** `full`: the same, and searches for failures. */
export function runFull({ words: [paths], flags, io }: VerbCall<"full">): Promise<number> {
  return pass("full", { paths, flags, io });
}

// --- inside ---

async function pass(
  command: "gate" | "full",
  given: { readonly paths: readonly string[]; readonly flags: GateFlags; readonly io: Io },
): Promise<number> {
  const { flags, io } = given;
  refuseOpposite(flags);
  const place = await projectContextOf(flags, io);
  const { doStages } = await import("../gate/stages.ts");
  const stages = await stagesOf(command, { ...given, place });
  const choice = {
    command,
    seed: settingsOf(place.config, { seed: flags.seed }).seed,
    skipped: known(flags.skipSteps, stages, "--skip-steps"),
    required: known(flags.requiredSteps, stages, "--required-steps"),
    signal: io.signal,
  };
  const result = await withEvents(command, { flags, io, place }, (tell) =>
    doStages(stages, { ...choice, tell }),
  );
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
  const { scenarioFilter, exploreTime: exploreSeconds = verbDefaults.gate.exploreSeconds } = flags;
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
    doctorRuns: flags.doctorRuns ?? verbDefaults.gate.doctorRuns,
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
