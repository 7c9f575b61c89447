import type { Fault } from "../../kernel/fault.ts";
import { fault as catalogue } from "../../kernel/faults/catalogue.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { ScenarioTest } from "../../kernel/scenario-test.ts";
import type { RunContext, Subject } from "../../kernel/subject.ts";
import { nearestNames } from "../config/nearest-name.ts";
import { ScenarioRun } from "./run/scenario-run.ts";
import { stepNames } from "./run/step-name.ts";
import type { NamedFaults } from "./run/step-scope.ts";
import type { Scenario, ScenarioFault, Step } from "./step.ts";

/** Makes a scenario runnable; its content was checked when its file was read. */
export function scenarioSubject({ options }: ScenarioTest): Subject {
  const scenario = options.scenario as Scenario;
  const faults = faultsOf(scenario, options.file);
  const checks = checksIn(scenario.steps);
  return {
    name: scenario.name,
    declared: {
      operations: stepNames(scenario.steps, "/steps"),
      faults: [...faults.values()],
      properties: [...new Set(checks)].map((name) => ({ kind: "invariant", name })),
    },
    run: (context: RunContext) => new ScenarioRun({ scenario, options, faults, context }).run(),
  };
}

/** Makes the faults that a scenario names; one that the catalogue does not have is refused. */
export function faultsOf({ faults = {} }: Scenario, where: string): NamedFaults {
  return new Map(Object.entries(faults).map(([name, spec]) => [name, faultOf(name, spec, where)]));
}

// --- inside ---

function faultOf(name: string, { kind, at, options }: ScenarioFault, where: string): Fault {
  const make: unknown = Object.hasOwn(catalogue, kind) ? Reflect.get(catalogue, kind) : undefined;
  if (typeof make !== "function") {
    const [nearest] = nearestNames(kind, Object.keys(catalogue), { countMax: 1 });
    throw new GauntletError({
      code: "N010",
      what: `the fault \`${name}\` has a kind that there is not: \`${kind}\``,
      where,
      help:
        nearest === undefined
          ? "docs/reference/faults.md lists them"
          : `did you mean \`${nearest}\`?`,
    });
  }
  const args = [at, options].filter((part) => part !== undefined);
  const made = Reflect.apply(make, catalogue, args) as Fault;
  return { ...made, name };
}

function checksIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.type === "check") return [step.name ?? step.fn];
    if ("branches" in step) return step.branches.flatMap(checksIn);
    return "steps" in step ? checksIn(step.steps) : [];
  });
}
