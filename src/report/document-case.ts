import type { ResultCase } from "../kernel/result/result.ts";
import type { FindingDocument } from "./finding-document.ts";

/** One thing that was to be run, with its findings whole. */
export interface DocumentCase extends Omit<ResultCase, "findings"> {
  readonly findings: readonly FindingDocument[];
  /** What there is to say of a broken one besides its findings. */
  readonly story?: readonly string[];
}
