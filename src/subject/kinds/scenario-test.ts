import { type ScenarioTest, scenarioTest } from "../../kernel/subject/scenario-test.ts";
import { isScenarioFile } from "../scenarios/scenario-file.ts";
import type { SubjectKind } from "./subject-kind.ts";

/** A scenario file, as the module that stands for it exports it. */
export const scenarioTestKind: SubjectKind<ScenarioTest> = {
  name: "scenarioTest",
  specifier: "gauntlet/scenario-subject",
  isIn: ({ file }) => isScenarioFile(file),
  problemOf: () => undefined, // only our own text makes one, of a file that was checked
  load: async () => {
    const { scenarioSubject } = await import("../scenarios/scenario-subject.ts");
    return { subjectOf: scenarioSubject, door: Object.freeze({ scenarioTest }) };
  },
};
