import { appendFileSync, closeSync, existsSync, openSync, readFileSync } from "node:fs";
import type { Tier } from "../../data/case.ts";
import type { CheckProgress } from "./boundary-plan.ts";

/** How a finding came out when it was run again: always, sometimes, never. */
export type Repeats = "deterministic" | "flaky" | "environment";

/** A check of one tier began. */
export interface CheckLine {
  readonly line: "check";
  readonly key: string;
  readonly test: string;
  readonly pack: string;
  readonly tier: Tier;
  /** The boundary that the check names itself. */
  readonly boundary?: string | undefined;
  readonly stages: readonly string[];
  readonly door: string;
}

/** It came so far; the last one of a check counts. */
export interface ProgressLine extends CheckProgress {
  readonly line: "progress";
  readonly key: string;
  readonly isDone: boolean;
}

/** A case broke something. */
export interface FindingLine {
  readonly line: "finding";
  readonly key: string;
  /** The index of the case; absent where it was one that is known. */
  readonly index?: number | undefined;
  readonly oracle: string;
  readonly because: string;
  /** The names of what was varied, and where each comes from. */
  readonly varied: readonly string[];
  readonly provenance: readonly string[];
  readonly sent: readonly string[];
  readonly token: string;
  readonly repeats: Repeats;
  /** By the same judge with an error of the same class and the same variations. */
  readonly shape: string;
}

/** A case that is known was played. */
export interface KnownLine {
  readonly line: "known";
  readonly key: string;
  readonly token: string;
  readonly isBroken: boolean;
}

/** Which seeded faults a check noticed. */
export interface BiteLine {
  readonly line: "bite";
  readonly key: string;
  readonly faults: readonly { readonly name: string; readonly isNoticed: boolean }[];
}

/** What is added to a journal. */
export type JournalLine = CheckLine | ProgressLine | FindingLine | KnownLine | BiteLine;

/** Adds a line. It is in the hands of the system when this returns, whoever is killed next. */
export function addToJournal(file: string, line: JournalLine): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Every whole line of a journal; the last one may be cut where its writer was killed. */
export function readJournal(file: string): readonly JournalLine[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as JournalLine];
    } catch {
      return [];
    }
  });
}

/** Ends a line that was cut, so that the next one begins on its own. */
export function mendJournal(file: string): void {
  closeSync(openSync(file, "a"));
  const text = readFileSync(file, "utf8");
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
}
