// Calls what modules export with values of their types, judges what happens, and says how much
// each finding is worth. Sees the rooms before engines: plans of calls come from subject, runs and
// proofs from search. Start at scan.ts, then scan-target.ts.
export { type PreparedScan, prepareScan, scan, type ScanFile, type ScanOptions } from "./scan.ts";
export { scanFiles } from "./scan-files.ts";
