import type { Uncontrolled } from "../trace/trace.ts";

/**
 * How much a finding of a scan is worth. `supported`: it happens with values of the declared types,
 * a fresh process showed it again, and nothing in the code suggests it is intentional.
 * `exploratory`: it happens, but whether it is a bug depends on what callers may do.
 */
export type EvidenceLevel = "supported" | "exploratory";

/** What a policy may want to be told: findings, throws that are meant, what was not called. */
export type ReportLevel = EvidenceLevel | "expected" | "blocked";

/** The level of a finding and why it is not another one. */
export interface FindingEvidence {
  readonly level: EvidenceLevel;
  readonly why: string;
  /** What was called, `src/money.ts:parsePrice`. */
  readonly target: string;
  /** The line of `[[scan]]` by which the author says that what is broken was meant to hold. */
  readonly confirm?: string | undefined;
}

/** Throws that were meant: how often and why they are taken so. */
export interface ExpectedThrow {
  /** What threw it, `Cart.add`. */
  readonly call: string;
  readonly why: string;
  readonly count: number;
}

/** One function or class, as far as a scan got with it. */
export interface ScannedTarget {
  readonly name: string;
  readonly module: string;
  readonly line: number;
  readonly runs: number;
  readonly seconds: number;
  /** Blocks of the module and how many of them these runs reached. */
  readonly blocks: { readonly total: number; readonly reached: number };
  /** The ids of its findings. */
  readonly findings: readonly string[];
  readonly expected: readonly ExpectedThrow[];
  /** Why it could not be called, and what would help. */
  readonly blocked?: { readonly why: string; readonly help: string } | undefined;
  /** Whether a parameter says nothing about its values. */
  readonly isWeak: boolean;
  readonly uncontrolled: readonly Uncontrolled[];
}

/** A way from a parameter to a place where its text can do harm, read off the source. */
export interface FoundSink {
  /** `src/run.ts:build`. */
  readonly target: string;
  readonly kind: string;
  readonly param: string;
  /** `child_process.exec`. */
  readonly sink: string;
  /** `src/run.ts:14`. */
  readonly place: string;
  readonly path: readonly string[];
  /** What makes it harmless, where something does. */
  readonly sanitisedBy?: string | undefined;
}

/** A place where the code meets what it does not control, read off the source. */
export interface ScannedSeam {
  readonly kind: string;
  /** `src/pay.ts:23`. */
  readonly place: string;
  /** The function around it; empty at the top level. */
  readonly function: string;
  /** What is called there: `fetch`. */
  readonly what: string;
  /** Faults that fit, as a chaos test lists them: `fault.diskFull()`. */
  readonly faults: readonly string[];
  /** What ought to hold there, as sentences to start from. */
  readonly invariants: readonly string[];
}

/** Whether a call held while something went wrong around it. */
export interface ReliabilityCell {
  readonly operation: string;
  readonly fault: string;
  readonly property: string;
  readonly status: "PASS" | "NOT EXERCISED" | "FAIL";
}

/** What a scan looked at, besides its findings. */
export interface ScanReport {
  readonly targets: readonly ScannedTarget[];
  /** Files whose types were read, and those that were known from an earlier scan. */
  readonly files: { readonly analysed: number; readonly reused: number };
  /** Only where a policy asks for them: `security_focus`, `shell_injection_check`. */
  readonly sinks: readonly FoundSink[];
  readonly seams: readonly ScannedSeam[];
  /** Operation, fault and property of every target that meets a seam. */
  readonly reliability: readonly ReliabilityCell[];
}
