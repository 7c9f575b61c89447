// Counts what the user's code does: which blocks and edges a run entered, how near its comparisons
// came, which handlers it never reached. The counters are compiled into the code when it is loaded
// (find-blocks.ts, compare-edits.ts), and live in one array for the process (coverage-map.ts).
export { type Coverage, createCoverage } from "./compile-coverage.ts";
export { type CoverageMap, type ReachedSlots } from "./coverage-map.ts";
export { type HandlerCount, HandlerWatch } from "./handler-watch.ts";
export { type PlacedFile, placedBlocks } from "./placed-blocks.ts";
export type { SourceToken } from "./source-tokens.ts";
export { unheldComparisons } from "./unheld.ts";
export type { Compared } from "./probes.ts";
