import type { SubjectDefinition } from "../../kernel/chaos-test.ts";
import type { Subject } from "../../kernel/subject.ts";
import { callSubject } from "../calls/index.ts";
import { scenarioSubject } from "../scenarios/index.ts";
import { chaosSubject } from "./chaos-subject.ts";
import { simulationSubject } from "./simulation-subject.ts";

/**
 * The subject that a definition describes. `before` is the subject of the same export in an earlier
 * instance of its module, from which what does not change is taken.
 */
export function subjectOf(definition: SubjectDefinition, before?: Subject): Subject {
  switch (definition.kind) {
    case "chaosTest":
      return chaosSubject(definition);
    case "simulation":
      return simulationSubject(definition);
    case "callTest":
      return callSubject(definition, before);
    case "scenarioTest":
      return scenarioSubject(definition);
  }
}
