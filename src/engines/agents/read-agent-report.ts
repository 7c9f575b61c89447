import type { AgentReport } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { shapes } from "../../kernel/values/shape-check.ts";
import { isTable } from "./plain-table.ts";

/** Takes the agent's part out of the JSON report of a run, as far as sessions need it. */
export function readAgentReport(document: unknown, where: string): AgentReport {
  const report = isTable(document) ? document["agent"] : undefined;
  if (!isTable(report)) throw notAReport(where, "it has no `agent`: an agent verb must write it");
  const problem = reportShape(report, "agent");
  if (problem !== undefined) throw notAReport(where, problem);
  // The rest is checked where it is used: a session that is written is read by the same rules.
  return report as unknown as AgentReport;
}

// --- inside ---

const { text, number, yes, anything, optional, oneOf, list, table } = shapes;

const reportShape = table({
  contract: optional(text),
  seed: optional(anything),
  cells: list(
    table({
      conversation: number,
      state: text,
      severity: oneOf("critical", "high", "medium", "low"),
      invariant: text,
      because: text,
    }),
  ),
  conversations: list(
    table({
      phase: text,
      scenario: text,
      sent: text,
      trial: number,
      history: optional(list(text)),
      request: optional(table({})),
      cell: optional(text),
      mutation: optional(
        table({ meaning: text, canary: optional(text), mustDiffer: optional(yes) }),
      ),
      faults: list(table({ id: text })),
      strikes: list(table({ fault: text })),
    }),
  ),
});

function notAReport(where: string, note: string): GauntletError {
  return new GauntletError({
    code: "A064",
    what: "this is not the report of an agent",
    where,
    note,
    help: "name a run of `gauntlet agent`, or its report: `--report json:report.json`",
  });
}
