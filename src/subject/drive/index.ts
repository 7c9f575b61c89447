// How the user's definitions are driven: a chaos test or a simulation becomes a Subject, the one
// contract that every runner and every search knows. Sees the kernel only. Start at chaos-run.ts.
export { checkDefinition } from "./check-definition.ts";
export { subjectMaker, type SubjectOf } from "../subject-of.ts";
