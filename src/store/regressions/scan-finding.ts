import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Failure } from "../../kernel/failure/failure.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import type { Encoded } from "../../kernel/values/literal.ts";
import type { ExportReference, Shape } from "../../kernel/values/shape.ts";
import type { Trace } from "../../kernel/trace/trace.ts";

/** A finding of a scan with everything that keeping it needs; the engine fills it in. */
export interface ScanFinding {
  readonly finding: Finding;
  readonly trace: Trace;
  readonly failure: Failure;
  readonly target: ScanTarget;
  /** What was called, in order; the last call is the one that failed. */
  readonly calls: readonly WitnessCall[];
  /**
   * Whether the run took part in the simulated world: a fault fired, time passed, or files,
   * network, processes, the clock or randomness were used. Plain code cannot show the failure then.
   */
  readonly usesWorld: boolean;
  readonly level: "supported" | "exploratory";
  /** What it is held against, in sentences: `parsePrice is declared to return number`. */
  readonly basis: readonly string[];
  /** What speaks for it and what does not: `the arguments fit the declared types`. */
  readonly confidence: readonly { readonly claim: string; readonly holds: boolean }[];
  readonly subject: SubjectText;
}

/** The function or class that was scanned. */
export interface ScanTarget {
  /** The file that exports it, relative to the project root. */
  readonly module: string;
  /** `parsePrice`, `Cart.add`. */
  readonly name: string;
  /** The file that defines it, where another one exports it. */
  readonly definedIn?: string | undefined;
}

/** One call of a witness. */
export interface WitnessCall {
  readonly kind: CallPlan["kind"];
  /** The function, static method or class; of a method, the class of the instance. */
  readonly from: ExportReference;
  /** The name of an instance method. */
  readonly method?: string | undefined;
  /** Absent where an argument is more than plain data: a callback, an instance. */
  readonly args: readonly Encoded[] | undefined;
  /** What makes the instance of a method. */
  readonly receiver?: WitnessReceiver | undefined;
  /** What it is declared to give back; of an async function, what its promise holds. */
  readonly returns: Shape;
  /** Shapes that `returns` names. */
  readonly definitions: CallPlan["definitions"];
}

/** How the instance of a method was made. */
export interface WitnessReceiver {
  readonly from: ExportReference;
  readonly how: "constructor" | "factory";
  readonly args: readonly Encoded[] | undefined;
}

/** The module that makes the subject of the trace, so that the trace can be replayed anywhere. */
export interface SubjectText {
  /** A module that exports this one subject under the name that the trace has. */
  readonly text: string;
  /** Where it lies, relative to the project root; relative imports in it are moved from there. */
  readonly file: string;
}
