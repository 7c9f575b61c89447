import type { SubjectDefinition } from "../../kernel/chaos-test.ts";
import type { Subject } from "../../kernel/subject.ts";
import { chaosSubject } from "./chaos-subject.ts";
import { simulationSubject } from "./simulation-subject.ts";

/** The subject that a definition describes. */
export function subjectOf(definition: SubjectDefinition): Subject {
  return definition.kind === "chaosTest" ? chaosSubject(definition) : simulationSubject(definition);
}
