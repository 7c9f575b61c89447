import type { Finding } from "./finding.ts";
import type { EvidenceCell, PropertyCount } from "../judge/tally.ts";
import type { Tier, Uncontrolled } from "../trace/trace.ts";
import type { ResultSection } from "./result-section.ts";
import type { UnwrittenFile } from "./unwritten-file.ts";

/** What an engine gives back and every report lays out; plain data. */
export interface Result {
  /** The verb: `explore`, `replay`, `doctor`. */
  readonly command: string;
  readonly subject: string;
  readonly verdict: "held" | "broken" | "unknown";
  /** Why, in one sentence, where the verdict does not speak for itself. */
  readonly because: string;
  readonly summary: ResultSummary;
  readonly findings: readonly Finding[];
  readonly properties: readonly Readonly<PropertyCount>[];
  readonly evidence: Evidence;
  /** What only some results have; each at most once, absent where there is nothing. */
  readonly sections?: readonly ResultSection[] | undefined;
  /** How far each class of seams was under control; absent where nothing was run. */
  readonly tiers?: Readonly<Record<string, Tier>> | undefined;
  /** What took part without being decided, because the runs were not strict. */
  readonly uncontrolled?: readonly Uncontrolled[] | undefined;
  /** Traces that it leaves, as paths from the project root; those of its findings where absent. */
  readonly traces?: readonly string[] | undefined;
  /** The trace that it was given, as a path from the project root. */
  readonly source?: string | undefined;
  /** What could not be written; nothing that was found is lost with it. */
  readonly unwritten?: readonly UnwrittenFile[] | undefined;
  /** Worth knowing, not a failure. */
  readonly notes: readonly string[];
  /** Files written, relative to the project root. */
  readonly artifacts: readonly string[];
  /** Commands to go on with, the most useful one last. */
  readonly next: readonly string[];
}

/** One of several things that were to be run, and what became of it. */
export interface ResultCase {
  readonly name: string;
  readonly verdict: Result["verdict"] | "not executed";
  /** Why, in one sentence; "" where the verdict speaks for itself. */
  readonly because: string;
  readonly seconds: number;
  /** The ids of its findings. */
  readonly findings: readonly string[];
  /** The file, relative to the project root. */
  readonly file?: string | undefined;
  readonly decisions?: number | undefined;
  /** The trace of the run, where one was kept. */
  readonly trace?: string | undefined;
}

/** The counts of a result: always runs, seconds and seed; engines add their own. */
export interface ResultSummary {
  readonly runs: number;
  readonly seconds: number;
  readonly seed: string | number;
  readonly [count: string]: string | number;
}

/** Which operation, fault and property met, and which never did. */
export interface Evidence {
  readonly cells: readonly Readonly<EvidenceCell>[];
  readonly notExercised: readonly {
    readonly operation: string;
    readonly fault: string;
    readonly property: string;
  }[];
}

/** A result with nothing in it, to build on. */
export const emptyEvidence: Evidence = { cells: [], notExercised: [] };
