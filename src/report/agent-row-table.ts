import type { RowVerdict } from "../kernel/agent/agent-rows.ts";
import { countText } from "./number-text.ts";

/** A table of rows: for each rule in each row, how often it was put to the test and what came. */
export interface RowTable {
  readonly head: readonly string[];
  readonly rows: readonly RowTableLine[];
  /** How many rows are left out. */
  readonly left: number;
}

/** One line of it, as plain text. */
export interface RowTableLine {
  readonly state: RowVerdict["state"];
  readonly cells: readonly string[];
}

/** Over the column of states. */
export const stateHead = "Result";

/** The title of such a table. */
export const rowTableTitle = "Rules in each row";

/** What became of each rule in each row, as plain text; rows that say most come first. */
export function rowTable(rows: readonly RowVerdict[]): RowTable {
  const sorted = rows.toSorted((one, other) => order[one.state] - order[other.state]);
  const shown = sorted.slice(0, rowsMax).map((row) => ({ state: row.state, cells: cellsOf(row) }));
  return {
    head: ["Phase", "Row", "Invariant", stateHead, "Put to the test", "Fails at most", "Why"],
    rows: shown,
    left: rows.length - shown.length,
  };
}

// --- inside ---

const rowsMax = 500;

const order = { fail: 0, error: 1, inconclusive: 2, pass: 3, skipped: 4 } as const;

function cellsOf(row: RowVerdict): readonly string[] {
  const { phase, scenario, invariant, state, tested, conversations } = row;
  const { failsAtMost, because } = row;
  return [
    phase,
    scenario,
    invariant,
    state === "skipped" ? "not applicable" : state,
    `${countText(tested)} of ${countText(conversations)}`,
    failsAtMost === undefined ? "" : `${Math.ceil(failsAtMost * 1_000) / 10} %`,
    because,
  ];
}
