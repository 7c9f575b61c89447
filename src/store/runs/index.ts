// What finished commands leave: a folder `.gauntlet/runs/<id>/` each, with the report and a
// manifest, written whole and pruned (run-store.ts), and the one way to say which of them, which
// trace or which finding is meant (select.ts). Start at run-manifest.ts.
export type { RunManifest } from "./run-manifest.ts";
export { keepRun, nameIn, openRun, reportName, textName } from "./run-store.ts";
export type { OpenRun, RunFacts, StoredRun } from "./run-store.ts";
export { isOwnTrace, select, selectRun, selectTrace } from "./select.ts";
