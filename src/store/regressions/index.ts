// What is kept of a finding of a scan: its evidence under .gauntlet/findings (bundle.ts), a test in
// the runner of the project (regression-code.ts), and the manifest that binds that test to the
// source of its target (manifest.ts). It sees the kernel, the subject's definitions and the files
// of this room. Start at save-findings.ts; what a scan has to hand over is in scan-finding.ts.
export {
  fileDigest,
  manifestFile,
  readManifest,
  type RegressionRecord,
  targetDigest,
  writeManifest,
} from "./manifest.ts";
export { regressionsFolder } from "./regression-code.ts";
export { type SaveOutcome, saveScanFindings } from "./save-findings.ts";
export type { ScanFinding, WitnessCall } from "./scan-finding.ts";
