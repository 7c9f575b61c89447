import type { AgentCell, Conversation } from "../kernel/agent/agent-cell.ts";
import { countStates } from "../kernel/agent/agent-certificate.ts";
import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import { strikeLines } from "./sections/agent-cases.ts";
import { stateText } from "./certificate-html.ts";
import { htmlBlock, htmlTable, htmlText } from "./html-page.ts";
import { countText } from "./number-text.ts";

/** One conversation, folded: what was judged on it, what was said, and its journal. */
export function conversationHtml(
  conversation: Conversation,
  { at, cells }: { readonly at: number; readonly cells: readonly AgentCell[] },
): readonly string[] {
  const { phase, scenario, trial, prompt, sent, answer, mutation } = conversation;
  const title = `${phase}: ${scenario}, trial ${trial}: ${prompt}`;
  const said = answer.error === undefined ? "" : ` (${answer.error.kind}: ${answer.error.message})`;
  return [
    `<details id="c${at}">`,
    `<summary>${htmlText(title)}: ${stateText(countStates(cells))}</summary>`,
    ...htmlTable(["Invariant", "Severity", "State", "Why"], cells.map(cellRow)),
    ...(mutation === undefined ? [] : [`<p>${htmlText(mutationText(mutation))}</p>`]),
    `<p>Sent</p><pre>${htmlBlock(sent)}</pre>`,
    ...strikeLines(conversation).map((line) => `<p class="inconclusive">${htmlText(line)}</p>`),
    `<p>Answered in ${countText(Math.round(answer.ms))} ms${htmlText(said)}</p>`,
    `<pre>${htmlBlock(answer.text)}</pre>`,
    ...journalLines(conversation.events),
    "</details>",
  ];
}

// --- inside ---

const eventsMax = 400;
const eventTextMax = 4_000;

function cellRow({ invariant, severity, state, because }: AgentCell): readonly string[] {
  return [
    htmlText(invariant),
    severity,
    `<span class="${state}">${state}</span>`,
    htmlText(because),
  ];
}

function mutationText({ type, meaning, id }: NonNullable<Conversation["mutation"]>): string {
  return `changed prompt: ${type} (${meaning}), ${id}`;
}

function journalLines(events: readonly AgentEvent[]): readonly string[] {
  if (events.length === 0) return ["<p>The journal is empty.</p>"];
  const rows = events.slice(0, eventsMax).map((event) => {
    const [what, text] = told(event);
    return [
      `${countText(Math.round(event.atMs))} ms`,
      htmlText(event.agent),
      htmlText(what),
      text === "" ? "" : `<pre>${htmlBlock(text, eventTextMax)}</pre>`,
    ];
  });
  const left = events.length - rows.length;
  return [
    ...htmlTable(["At", "Agent", "What", ""], rows),
    ...(left > 0 ? [`<p>${countText(left)} events more are in the JSON document.</p>`] : []),
  ];
}

/** What happened in a few words, and the text that goes with it. */
function told(event: AgentEvent): readonly [string, string] {
  switch (event.kind) {
    case "turn":
      return [`turn ${event.turn}`, event.input];
    case "model-call":
      return [`asks ${event.model} (${event.protocol}), call ${event.call}`, ""];
    case "model-answer": {
      const asked = event.toolCalls.map((call) => `${call.tool} ${call.arguments}`);
      const end = event.isWhole ? (event.finish ?? "no end") : "not whole";
      return [
        `model answers ${event.status} (${end})`,
        [event.text, ...asked].filter((text) => text !== "").join("\n"),
      ];
    }
    case "tool-call":
      return [`calls ${event.tool} (${event.wire})`, event.arguments];
    case "tool-answer":
      return [`${event.tool} ${event.isError ? "fails" : "answers"}`, event.text];
    case "fault":
      return [`fault: ${event.mode} on ${event.target}, call ${event.ordinal}`, event.detail];
    case "answer":
      return [
        event.error === undefined ? `answers turn ${event.turn}` : "gives no answer",
        event.error ?? event.text,
      ];
  }
}
