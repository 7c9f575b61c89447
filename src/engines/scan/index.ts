// Calls what modules export with values of their types, judges what happens, and says how much each
// finding is worth. Sees everything up to search; what is called in which way is in plan-tasks.ts,
// what a finding is worth in evidence-level.ts. Start at scan.ts.
export { type PreparedScan, prepareScan, scan } from "./scan.ts";
export type { ScanFile, ScanOptions } from "./scan-options.ts";
export { scanFiles } from "./scan-files.ts";
