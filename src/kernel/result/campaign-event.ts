import type { Seed } from "../decisions/seed.ts";
import type { Finding } from "./finding.ts";
import type { Result, ResultCase } from "./result.ts";

/**
 * What a verb tells while it works, for whoever follows it: the terminal, the log of `--events`, a
 * page. Plain data; times are left to the listeners, which have a clock.
 */
export type CampaignEvent =
  | BeginEvent
  | SubjectEvent
  | PlanEvent
  | ProgressEvent
  | StageEvent
  | FindingEvent
  | EndEvent;

/** How far it is. One is out of date as soon as the next comes, so listeners may leave some out. */
export type ProgressEvent =
  | RunsEvent
  | VariantEvent
  | StretchEvent
  | TargetsEvent
  | FunctionsEvent
  | ScenariosEvent
  | ConversationsEvent;

/** A verb begins. */
export interface BeginEvent {
  readonly type: "begin";
  /** The verb: `explore`, `agent ci`. */
  readonly command: string;
}

/** The search for failures of one subject begins; a verb may be given several. */
export interface SubjectEvent {
  readonly type: "subject";
  /** Its file and export. */
  readonly name: string;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** So many runs and seconds at most; absent where there is no such limit. */
  readonly runsMax?: number | undefined;
  readonly secondsMax?: number | undefined;
}

/** What a scan is going to do. */
export interface PlanEvent {
  readonly type: "plan";
  readonly files: number;
  readonly targets: number;
  /** Of these, how many cannot be called. */
  readonly blocked: number;
  readonly timeMsMax: number;
}

/** How far the search of one subject is. */
export interface RunsEvent {
  readonly type: "runs";
  readonly runs: number;
  /** How long it has searched; loading does not count. */
  readonly seconds: number;
  /** Failures that were seen; not all of them are proven yet. */
  readonly findings: number;
  readonly steps: number;
  /** Places of the code that were reached; 0 where the search is not guided. */
  readonly edges: number;
  /** Runs that are kept to go on from. */
  readonly corpus: number;
}

/** How far a comparison of searches is (`explore --ablate`). */
export interface VariantEvent extends Omit<RunsEvent, "type"> {
  readonly type: "variant";
  readonly variant: string;
  readonly seed: Seed;
  /** From 0. */
  readonly number: number;
  readonly count: number;
}

/** How far a measurement of processes is (`explore --scaling`). */
export interface StretchEvent extends Omit<RunsEvent, "type"> {
  readonly type: "stretch";
  readonly workers: number;
  /** From 0. */
  readonly number: number;
  readonly count: number;
}

/** How far a scan is. */
export interface TargetsEvent {
  readonly type: "targets";
  /** So many are known. */
  readonly targets: number;
  /** Whether there are no more. */
  readonly isPlanned: boolean;
  /** So many were called, if only a few times. */
  readonly called: number;
  /** So many were called in all ways and as often as is wanted. */
  readonly done: number;
  readonly leftMs: number;
}

/** Which function's laws are looked for (`mine`). */
export interface FunctionsEvent {
  readonly type: "functions";
  readonly name: string;
  readonly left: number;
}

/** How many scenarios have been run. */
export interface ScenariosEvent {
  readonly type: "scenarios";
  readonly done: number;
  readonly count: number;
}

/** How many conversations an agent has had. */
export interface ConversationsEvent {
  readonly type: "conversations";
  readonly done: number;
  readonly planned: number;
  readonly failed: number;
  /** The phase and scenario of the last one. */
  readonly what: string;
}

/** A step of `gate` or `full` begins or has come to its verdict. */
export interface StageEvent {
  readonly type: "stage";
  readonly name: string;
  readonly state: "started" | ResultCase["verdict"];
}

/** A failure is proven and stored. Each is told once. */
export interface FindingEvent {
  readonly type: "finding";
  readonly finding: Finding;
  /** Whether it is told with the result only, and not while the search went on. */
  readonly isAtEnd: boolean;
}

/** The verb is done, or an error ended it. */
export interface EndEvent {
  readonly type: "end";
  readonly verdict: Result["verdict"];
  /** Why it is not known, or what ended it; empty where there is nothing to say. */
  readonly because: string;
  readonly runs: number;
  readonly findings: number;
}
