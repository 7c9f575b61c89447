import type { Answering } from "../seams/how-answered.ts";

/** Where a program meets what it does not control. */
export type SeamKind =
  | "subprocess"
  | "http client"
  | "http server"
  | "cache"
  | "file"
  | "database"
  | "queue"
  | "model"
  | "time";

/** A place where the code meets one of these, and what to try there. */
export interface FoundSeam extends SeamCallKind {
  /** Relative to the project root. */
  readonly file: string;
  readonly line: number;
  /** The function around it, as a seam names it: `Gateway.charge`; empty at the top level. */
  readonly function: string;
  /** What a fault on a function would name; undefined where no function is around. */
  readonly seam: string | undefined;
  /** Whether something outside may be changed there: what fails then leaves half of it done. */
  readonly hasEffect: boolean;
  readonly faults: readonly FittingFault[];
  /** What ought to hold there, as sentences to start from. */
  readonly invariants: readonly string[];
}

/** A fault of the catalogue, ready to be listed in a chaos test. */
export interface FittingFault {
  /** Its name in `fault`. */
  readonly name: string;
  /** `fault.http({ url: "https://mail.example/*", status: 503 })`. */
  readonly code: string;
  /** Fits a function that gives a promise; whether this one does is not known. */
  readonly isGuess?: true;
}

/** The function that a fault would name, and how it answers, where that is known. */
export interface SeamFunction {
  readonly seam: string | undefined;
  readonly answering: Answering | undefined;
}

/** What a call is about, before it is known where it stands. */
export interface SeamCallKind {
  readonly kind: SeamKind;
  /** What is called: `fetch`, `pg.Pool#.query`. */
  readonly what: string;
  /** Of files what is done, of time whether it is read or waited for, of models what comes. */
  readonly effect?: "read" | "write" | "sync" | "wait" | "data" | undefined;
  /** The host of a request, such as `https://mail.example`, or the program, where it is written. */
  readonly about?: string | undefined;
}
