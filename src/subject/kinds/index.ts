// What can be run: one file for each kind (a chaos test, a simulation, a scanned call, a scenario),
// which says how it is recognised, loaded, checked and turned into a Subject. Sees the kernel and
// its own room. Start at subject-kind.ts; a new kind is a file here and a line in subject-kinds.ts.
export {
  checkDefinition,
  isSubjectDefinition,
  type LoadedKinds,
  loadKinds,
  type SubjectOf,
} from "./definitions.ts";
export { subjectKinds } from "./subject-kinds.ts";
