// Says how saved regressions of scans stand: reruns each in a process of its own and compares what
// it is bound to (its own files, the source of its target) with what is there. What they are and
// how they are saved is in store/regressions. Start at verify.ts.
export {
  type RegressionStatus,
  type Verification,
  type VerifiedRegression,
  verify,
} from "./verify.ts";
export type { VerifyOptions } from "./verify.ts";
