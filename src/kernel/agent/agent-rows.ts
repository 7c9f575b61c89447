import { grouped } from "../values/grouped.ts";
import type { AgentCell, AgentPhase, CellState, Conversation, Severity } from "./agent-cell.ts";

/**
 * What became of one rule in one row, over all prompts and trials: the rows of a contract, the
 * chaos, a session, and all changed prompts together. `skipped`: it is not applicable there.
 */
export interface RowVerdict {
  readonly phase: AgentPhase;
  readonly scenario: string;
  readonly invariant: string;
  readonly severity: Severity;
  readonly state: CellState;
  /** How many conversations were held, and in how many of these the rule was put to the test. */
  readonly conversations: number;
  readonly tested: number;
  readonly failed: number;
  /**
   * Where none failed: the rule fails in no more than this share of such conversations, with 95 %
   * confidence. It is what the number of conversations shows, and nothing about other prompts.
   */
  readonly failsAtMost?: number | undefined;
  /**
   * Why it is not decided or not applicable, or, where it failed, why other conversations of the
   * row could not be judged; "" otherwise.
   */
  readonly because: string;
}

/** What rows are made of. */
export interface JudgedCells {
  readonly cells: readonly AgentCell[];
  readonly conversations: readonly Pick<Conversation, "strikes">[];
}

/** The scenario of the row that all changed prompts make together. */
export const changedPrompts = "changed prompts";

/**
 * Judges rules by row. One conversation that a fault left alone says nothing, and takes nothing
 * away from those in which it struck: a row is decided as soon as the rule was judged in it and
 * every fault that it owes has struck in one of its conversations.
 */
export function rowsOf({ cells, conversations }: JudgedCells): readonly RowVerdict[] {
  const groups = grouped(cells, rowKey);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const tested = group.filter(({ state }) => state === "pass" || state === "fail").length;
    const failed = group.filter(({ state }) => state === "fail").length;
    const { state, because } = decided(group, unpaid(group, conversations));
    return {
      phase: first.phase,
      scenario: rowName(first),
      invariant: first.invariant,
      severity: first.severity,
      state,
      conversations: group.length,
      tested,
      failed,
      ...(state === "pass" ? { failsAtMost: failsAtMost(tested) } : {}),
      because,
    };
  });
}

/**
 * The first row that keeps the whole from being held: a critical rule that is not decided, or any
 * that could not be judged; others only where nothing at all was judged.
 */
export function openRow(rows: readonly RowVerdict[]): RowVerdict | undefined {
  const errors = rows.filter(
    ({ state, because }) => state === "error" || (state === "fail" && because !== ""),
  );
  const inconclusive = rows.filter(({ state }) => state === "inconclusive");
  const isJudged = rows.some(({ tested }) => tested > 0);
  return (
    [...errors, ...inconclusive].find(({ severity }) => severity === "critical") ??
    errors[0] ??
    (isJudged ? undefined : inconclusive[0])
  );
}

/** The key of the row of a rule that a cell belongs to. */
export function rowKey(
  cell: Pick<AgentCell, "phase" | "scenario" | "invariant" | "severity">,
): string {
  return [cell.phase, rowName(cell), cell.invariant, cell.severity].join("\0");
}

/** The keys of all rows that are not decided. */
export function openRows(judged: JudgedCells): ReadonlySet<string> {
  const open = rowsOf(judged).filter(({ state }) => state === "error" || state === "inconclusive");
  return new Set(open.map(rowKey));
}

// --- inside ---

/** One of twenty that are judged so is wrong. */
const doubt = 0.05;

/** What passes so often by luck alone in one of twenty times: the exact bound of zero failures. */
function failsAtMost(tested: number): number {
  return 1 - doubt ** (1 / tested);
}

function rowName({ phase, scenario }: Pick<AgentCell, "phase" | "scenario">): string {
  return phase === "mutation" ? changedPrompts : scenario;
}

/** Faults that a rule owes and that struck in none of the conversations of its row. */
function unpaid(
  group: readonly AgentCell[],
  conversations: JudgedCells["conversations"],
): readonly string[] {
  const struck = new Set(
    group.flatMap(({ conversation }) =>
      (conversations[conversation]?.strikes ?? []).map(({ fault }) => fault),
    ),
  );
  return [...new Set(group.flatMap(({ owes = [] }) => owes))].filter((id) => !struck.has(id));
}

function decided(
  group: readonly AgentCell[],
  never: readonly string[],
): Pick<RowVerdict, "state" | "because"> {
  const of = (state: CellState): AgentCell | undefined => group.find((one) => one.state === state);
  const error = of("error");
  if (of("fail") !== undefined) return { state: "fail", because: error?.because ?? "" };
  if (error !== undefined) return { state: "error", because: error.because };
  const open = of("inconclusive");
  const isTested = of("pass") !== undefined;
  if (isTested && never.length === 0) return { state: "pass", because: "" };
  if (isTested) return { state: "inconclusive", because: `never struck: ${never.join(", ")}` };
  if (open !== undefined) return { state: "inconclusive", because: open.because };
  return { state: "skipped", because: of("skipped")?.because ?? "" };
}
