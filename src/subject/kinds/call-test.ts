import type { CallTest } from "../../kernel/subject/call-test.ts";
import {
  functionProblem,
  isTable,
  type Problem,
  shown,
  type Table,
  unknownKey,
} from "./option-problems.ts";
import { isScenarioFile } from "../scenarios/scenario-file.ts";
import type { SubjectKind } from "./subject-kind.ts";

const specifier = "gauntlet/scan-subject";

/** `callTest({ … })`: a function and its arguments, in a module that a scan has written. */
export const callTestKind: SubjectKind<CallTest> = {
  name: "callTest",
  specifier,
  // Only modules that a scan has written import this, and they do so themselves.
  isIn: ({ file, text }) => !isScenarioFile(file) && text.includes(specifier),
  problemOf: callProblem,
  load: async () => {
    const [{ callSubject }, { scanSubjectModule }] = await Promise.all([
      import("../calls/index.ts"),
      import("./scan-subject-module.ts"),
    ]);
    return { subjectOf: callSubject, door: scanSubjectModule, countsWork: true };
  },
};

// --- inside ---

const callKeys = [
  ..."fixtures registries fixturesLast literals object expectedPreconditions".split(" "),
  ..."checksReturns ignoredProperties expectedProperties judges faults mode examples".split(" "),
];
const objectKeys = "factory stateFactory setup teardown scenarios hooks".split(" ");

function callProblem(options: Table): Problem | undefined {
  const { object = {} } = options;
  if (!isTable(object)) return { what: `\`object\` must be an object, got ${shown(object)}` };
  return (
    unknownKey(options, callKeys, "`callTest`") ??
    unknownKey(object, objectKeys, "`object`") ??
    ["factory", "stateFactory", "setup", "teardown"]
      .map((key) => functionProblem(object, key, { prefix: "object." }))
      .find((problem) => problem !== undefined)
  );
}
