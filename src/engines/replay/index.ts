// Runs recorded runs again: replays a trace, makes it smaller, keeps it as a regression beside the
// chaos file. A trace names its own file, export and settings, so nothing else can change the run.
// Start at replay.ts.
export { refuseUnkept, saveRegression } from "./regressions.ts";
export { replay, type ReplayView, replayFile, type ReplayOptions } from "./replay.ts";
export { shrinkTrace, type ShrinkTraceOptions } from "./shrink-trace.ts";
