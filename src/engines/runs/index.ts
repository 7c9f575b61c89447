// What is done with kept runs: their reports are read (read-report.ts) and asked for single values
// (query.ts), runs are compared (compare-runs.ts, flake-rate.ts), and their files are listed and
// carried away (run-files.ts, export-run.ts, write-export.ts). environment.ts says what runs depend
// on besides. Which run is meant is for store/runs to say. Start at read-report.ts.
export { compareRuns, type RunDifference, type WholeRun } from "./compare-runs.ts";
export { type Environment, environment } from "./environment.ts";
export { bundledFiles, exportedFiles, packedFiles } from "./export-run.ts";
export { type Flakiness, flakiness } from "./flake-rate.ts";
export { type DocumentPath, listPaths, query } from "./query.ts";
export { type StoredReport, readReport } from "./read-report.ts";
export { type RunFile, runFiles } from "./run-files.ts";
export type { NamedBytes } from "./tar.ts";
export { writeExport } from "./write-export.ts";
