import type { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import type { ToolResponse } from "../sessions/session.ts";
import { tableField, tableOf, textField } from "./langsmith-fields.ts";
import { isTable, type Table } from "../plain-table.ts";
import { textOf } from "./langsmith-input.ts";

/** A run of LangSmith that was checked. */
export interface LangsmithRun {
  readonly id: string;
  readonly name: string;
  /** `chain`, `llm`, `tool`, … */
  readonly type: string;
  /** Sorts runs of one trace in the order in which they began; begins with its parent's. */
  readonly order: string;
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly isError: boolean;
  readonly error: string | undefined;
  readonly inputs: Table;
  readonly outputs: Table;
  /** As it was answered. */
  readonly table: Table;
}

/** Checks a run as it was answered; what is missing is told by name. */
export function readRun(answer: unknown): LangsmithRun {
  const table = tableOf(answer, "a run");
  const id = textField(table, "id", "a run");
  const noun = `run \`${id}\``;
  const { error, status } = table;
  const message = typeof error === "string" && error !== "" ? error : undefined;
  return {
    id,
    name: textField(table, "name", noun),
    type: textField(table, "run_type", noun),
    order: optionalText(table["dotted_order"]) ?? "",
    startedAt: timeOf(table["start_time"]),
    endedAt: timeOf(table["end_time"]),
    isError: message !== undefined || status === "error",
    error: message,
    inputs: tableField(table, "inputs", { noun, mayMiss: false }),
    outputs: tableField(table, "outputs", { noun, mayMiss: true }),
    table,
  };
}

/** How long a run took; 0 where it did not end. */
export function latencyMsOf({ startedAt, endedAt }: LangsmithRun): number {
  if (startedAt === undefined || endedAt === undefined) return 0;
  return Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

/** What a tool answered. */
export function responseOf(run: LangsmithRun, mask: SecretMask): ToolResponse {
  const latencyMs = Math.min(latencyMsMax, latencyMsOf(run));
  const named = { tool: run.name, latencyMs };
  if (run.error !== undefined) {
    return { ...named, response: { error: mask.text(run.error) }, status: 500 };
  }
  if (run.endedAt === undefined && Object.keys(run.outputs).length === 0) {
    return { ...named, response: { error: "the tool did not answer" }, status: 504 };
  }
  const { output } = run.outputs;
  const said = output === undefined ? run.outputs : (textOf(output) ?? output);
  const isError = run.isError || isFailed(output);
  // Not `mask.data`, which cuts long texts: a response is replayed, not shown.
  return { ...named, response: mask.whole(said), status: isError ? 500 : 200 };
}

// --- inside ---

const latencyMsMax = 600_000;

/** A message of a tool says itself that it is an error. */
function isFailed(output: unknown): boolean {
  if (!isTable(output)) return false;
  const inner = isTable(output["kwargs"]) ? output["kwargs"] : output;
  return inner["status"] === "error";
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Times come as ISO texts without a zone, which is UTC, or as milliseconds. */
function timeOf(value: unknown): string | undefined {
  const isBare = typeof value === "string" && !/(?:Z|[+-]\d{2}:?\d{2})$/u.test(value);
  const time = isBare ? `${value}Z` : value;
  const date = new Date(typeof time === "string" || typeof time === "number" ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
