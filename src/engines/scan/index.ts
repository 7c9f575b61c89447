// Calls what modules export with values of their types, judges what happens, and says how much each
// finding is worth. Start at scan.ts.
export { type PreparedScan, prepareScan, scan, type ScanFile, type ScanOptions } from "./scan.ts";
export { scanFiles } from "./scan-files.ts";
