import { throwProblems } from "../../kernel/errors/config-error.ts";
import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import type { ScenarioOptions, ScenarioTest } from "../../kernel/subject/scenario-test.ts";
import type { RunContext, Subject } from "../../kernel/subject/subject.ts";
import { missingExports } from "./missing-exports.ts";
import { ScenarioRun } from "./run/scenario-run.ts";
import { stepNames } from "./run/step-name.ts";
import { makeFaults } from "./scenario-faults.ts";
import type { Scenario } from "./step.ts";
import { eachStep } from "./walk-steps.ts";

/**
 * Makes a scenario runnable. Its content was checked when its file was read; what only loading can
 * tell is checked here, so that no run ends in the middle because of it.
 */
export function scenarioSubject({ options }: ScenarioTest): Subject {
  const scenario = options.scenario as Scenario;
  const { made: faults, problems } = makeFaults(scenario);
  const missing = missingExports(scenario, options.modules);
  throwProblems(
    [...problems, ...missing].map((problem) => placed(problem, options)),
    "scenario",
  );
  return {
    name: scenario.name,
    declared: {
      operations: stepNames(scenario.steps, "/steps"),
      faults: [...faults.values()],
      properties: checksIn(scenario).map((name) => ({ kind: "invariant", name })),
    },
    run: (context: RunContext) => new ScenarioRun({ scenario, options, faults, context }).run(),
  };
}

// --- inside ---

/** With the place of the step or fault that the problem is in. */
function placed(problem: ErrorParts, { file, places }: ScenarioOptions): ErrorParts {
  const { pointer = "" } = problem;
  const holders = Object.keys(places).filter((one) => pointer.startsWith(`${one}/`));
  const innermost = holders.toSorted((first, second) => second.length - first.length)[0];
  const [line, column] = places[innermost ?? pointer] ?? [1, 1];
  return { ...problem, where: `${file}:${line}:${column}` };
}

function checksIn({ steps }: Scenario): readonly string[] {
  const names = [...eachStep(steps)].flatMap(({ step }) =>
    step.type === "check" ? [step.name ?? step.fn] : [],
  );
  return [...new Set(names)];
}
