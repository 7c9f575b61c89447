// What campaigns over boundaries leave: a plan that test runs read, a journal that they write line
// by line, evidence of what ran, findings, and regressions that users commit. Nothing here decides
// anything: engines/boundaries/ does. Start at boundary-journal.ts.
export {
  type AllEvidence,
  boundariesFolder,
  readEvidence,
  type TierEvidence,
  writeEvidence,
} from "./boundary-evidence.ts";
export {
  addRegression,
  type BoundaryRegression,
  readFindings,
  readRegressions,
  writeFinding,
} from "./boundary-findings.ts";
export {
  addToJournal,
  type CheckLine,
  type FindingLine,
  type JournalLine,
  mendJournal,
  readJournal,
  type Repeats,
} from "./boundary-journal.ts";
export {
  type BoundaryPlan,
  type CheckProgress,
  type KnownCase,
  planVariable,
} from "./boundary-plan.ts";
