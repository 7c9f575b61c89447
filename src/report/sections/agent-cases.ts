import type { AgentCell, Conversation } from "../../kernel/agent/agent-cell.ts";
import { faultName } from "../../kernel/agent/agent-fault.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { AgentDocument } from "./agent-document.ts";
import type { DocumentCase } from "../document-case.ts";

/**
 * Each cell as a case. Whoever counts cases must come to the verdict of the document: where that
 * is held although a cell failed (its severity and the scores asked for allow it), or where only
 * cells that do not matter could not be judged, these are skipped cases that say why.
 */
export function agentCases(
  { cells, conversations }: AgentDocument,
  verdict: Result["verdict"],
): readonly DocumentCase[] {
  const timed = new Set<number>();
  return cells.map((cell) => {
    const conversation = conversations[cell.conversation];
    // Several cells are judged on one conversation; its time is counted once.
    const ms = timed.has(cell.conversation) ? 0 : (conversation?.answer.ms ?? 0);
    timed.add(cell.conversation);
    const told = caseVerdict(cell, verdict);
    return {
      name: caseName(cell),
      verdict: told,
      because: told === "not executed" ? skippedBecause(cell) : cell.because,
      seconds: ms / 1_000,
      findings: [],
      ...(told === "broken" ? { story: storyOf(cell, conversation) } : {}),
    };
  });
}

/** What struck in a conversation, one line each: `tool * error: call 2 of support to search`. */
export function strikeLines({ faults, strikes }: Conversation): readonly string[] {
  return strikes.map(({ fault: id, target, ordinal, agent }) => {
    const fault = faults.find((one) => one.id === id);
    const name = fault === undefined ? id : faultName(fault);
    const which = ordinal === undefined ? "every call" : `call ${ordinal}`;
    return `${name}: ${which} of ${agent} to ${target}`;
  });
}

// --- inside ---

/** Names are for lists; the whole prompt is in the story. */
const promptMax = 80;

function caseName({ phase, invariant, scenario, prompt, trial }: AgentCell): string {
  const short = prompt.length > promptMax ? `${prompt.slice(0, promptMax)}…` : prompt;
  return `${phase}: ${invariant} in ${scenario}, trial ${trial}: ${short}`;
}

function caseVerdict({ state }: AgentCell, verdict: Result["verdict"]): DocumentCase["verdict"] {
  switch (state) {
    case "pass":
      return "held";
    case "fail":
      return verdict === "held" ? "not executed" : "broken";
    case "skipped":
      return "not executed";
    default:
      return verdict === "held" ? "not executed" : "unknown";
  }
}

function skippedBecause({ state, because }: AgentCell): string {
  return state === "skipped" ? because : `${state}, which the verdict allows: ${because}`;
}

function storyOf(cell: AgentCell, conversation: Conversation | undefined): readonly string[] {
  const { invariant, severity, because, prompt } = cell;
  const head = [`${invariant} (${severity}): ${because}`, `  prompt: ${prompt}`];
  if (conversation === undefined) return head;
  const { sent, answer } = conversation;
  return [
    ...head,
    ...(sent === prompt ? [] : [`  sent: ${sent}`]),
    ...strikeLines(conversation).map((line) => `  fault: ${line}`),
    `  answer: ${answer.error === undefined ? answer.text : answer.error.message}`,
  ];
}
