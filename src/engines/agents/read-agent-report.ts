import type { AgentReport } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { isTable, type Table } from "./plain-table.ts";

/** Takes the agent's part out of the JSON report of a run, as far as sessions need it. */
export function readAgentReport(document: unknown, where: string): AgentReport {
  const report = isTable(document) ? document["agent"] : undefined;
  if (!isTable(report)) throw notAReport(where, "it has no `agent`: an agent verb must write it");
  const { cells, conversations } = report;
  if (!isTables(cells) || !isTables(conversations)) {
    throw notAReport(where, "it has no lists `agent.cells` and `agent.conversations`");
  }
  for (const [at, { scenario, sent, strikes, faults }] of conversations.entries()) {
    const isWhole =
      typeof scenario === "string" &&
      typeof sent === "string" &&
      isTables(strikes) &&
      isTables(faults);
    if (!isWhole) throw notAReport(where, `\`agent.conversations[${at}]\` is not whole`);
  }
  // The rest is checked where it is used: a session that is written is read by the same rules.
  return report as unknown as AgentReport;
}

// --- inside ---

function isTables(value: unknown): value is readonly Table[] {
  return Array.isArray(value) && value.every((item) => isTable(item));
}

function notAReport(where: string, note: string): GauntletError {
  return new GauntletError({
    code: "A064",
    what: "this is not the report of an agent",
    where,
    note,
    help: "name a run of `gauntlet agent`, or its report: `--report json:report.json`",
  });
}
