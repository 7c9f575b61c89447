import { assert } from "../../kernel/errors/assert.ts";
import type { AgentReport } from "../../kernel/agent/agent-report.ts";
import { shapes } from "../../kernel/values/shape-check.ts";
import type { Section } from "../section.ts";
import { agentCases } from "./agent-cases.ts";
import { type AgentDocument, agentDocument } from "./agent-document.ts";
import { agentBlocks } from "./agent-text.ts";

const { text, number, optional, oneOf, list, table } = shapes;

/** What an agent was put through and what came of it. */
export const agentSection: Section<"agent", AgentReport, AgentDocument> = {
  name: "agent",
  place: "after findings",
  runWord: "conversation",
  shape: table({
    cells: list(
      table({
        phase: text,
        invariant: text,
        severity: text,
        scenario: text,
        prompt: text,
        trial: number,
        state: text,
        because: text,
        conversation: number,
        owes: optional(list(text)),
      }),
    ),
    conversations: list(
      table({
        sent: text,
        answer: table({ ms: number, text, error: optional(table({ message: text })) }),
        faults: list(table({ id: text, layer: oneOf("tool", "llm", "context") })),
        strikes: list(table({ fault: text, target: text, ordinal: optional(number), agent: text })),
      }),
    ),
  }),
  // What a finding tells is not told again by the cells of its invariant.
  text: (data, page, { findings, verdict }) =>
    agentBlocks(data, page, {
      verdict,
      told: new Set(findings.map(({ identity }) => identity.property)),
    }),
  json: agentDocument,
  merge: ([report, ...others]) => {
    assert(report !== undefined, "a section is merged of at least one");
    assert(others.length === 0, "a project has one agent, whose scores are no sums");
    return report;
  },
  cases: (told, { verdict }) => agentCases(told, verdict),
};
