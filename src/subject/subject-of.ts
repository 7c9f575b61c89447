import { assert } from "../kernel/errors/assert.ts";
import type { SubjectDefinition } from "../kernel/subject/chaos-test.ts";
import type { Subject } from "../kernel/subject/subject.ts";
import { chaosSubject } from "./drive/chaos-subject.ts";
import { simulationSubject } from "./drive/simulation-subject.ts";

/**
 * Gives the subject that a definition describes. `before` is the subject of the same export in an
 * earlier instance of its module, from which what does not change is taken.
 */
export type SubjectOf = (definition: SubjectDefinition, before?: Subject) => Subject;

/** Which definitions besides chaos tests and simulations there are going to be. */
export interface SubjectKinds {
  readonly hasCalls: boolean;
  readonly hasScenarios: boolean;
  readonly hasFuzz: boolean;
}

/** Loads what these kinds of definitions need, and no more: it is a third of all code. */
export async function subjectMaker({
  hasCalls,
  hasScenarios,
  hasFuzz,
}: SubjectKinds): Promise<SubjectOf> {
  const calls = hasCalls ? await import("./calls/index.ts") : undefined;
  const scenarios = hasScenarios ? await import("./scenarios/scenario-subject.ts") : undefined;
  const fuzz = hasFuzz ? await import("./fuzz/fuzz-subject.ts") : undefined;
  return (definition, before) => {
    switch (definition.kind) {
      case "chaosTest":
        return chaosSubject(definition);
      case "simulation":
        return simulationSubject(definition);
      case "callTest":
        assert(calls !== undefined, "a process that calls functions was told so");
        return calls.callSubject(definition, before);
      case "fuzzTest":
        assert(fuzz !== undefined, "a process that runs fuzz tests was told so");
        return fuzz.fuzzSubject(definition);
      case "scenarioTest":
        assert(scenarios !== undefined, "a process that runs scenarios was told so");
        return scenarios.scenarioSubject(definition);
    }
  };
}
