import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { AgentCell, Conversation } from "../../kernel/agent/agent-cell.ts";
import { type RowVerdict, rowsOf } from "../../kernel/agent/agent-rows.ts";
import type { AgentReport } from "../../kernel/agent/agent-report.ts";

/** The report about an agent in the JSON document: bounded, and it says what it leaves out. */
export interface AgentDocument extends Omit<AgentReport, "conversations"> {
  readonly conversations: readonly ConversationDocument[];
  /** What became of each rule in each row, over all its conversations. */
  readonly rows: readonly RowVerdict[];
  /** What was left out of all conversations. */
  readonly left: {
    readonly events: number;
    readonly characters: number;
    /** Which rule it was left out by; "" where nothing was. */
    readonly because: string;
  };
}

/** A conversation with as much of its journal as is kept. */
export interface ConversationDocument extends Conversation {
  /** How many events there were beyond `events`. */
  readonly eventsLeft: number;
  /** How many characters of `sent` and of the answer are missing. */
  readonly charactersLeft: number;
}

/**
 * Bounds a report. A conversation in which something did not pass keeps what was sent and answered
 * whole, because it is exported from here; of one in which all passed, the journal is left out.
 */
export function agentDocument(
  report: AgentReport,
  options: { readonly isWhole?: boolean | undefined } = {},
): AgentDocument {
  const noted = notedConversations(report.cells);
  const conversations = report.conversations.map((conversation, at) => {
    if (options.isWhole === true) return { ...conversation, eventsLeft: 0, charactersLeft: 0 };
    return noted.has(at) ? withEvents(conversation) : withoutEvents(conversation);
  });
  const sum = (count: (one: ConversationDocument) => number): number =>
    conversations.reduce((total, one) => total + count(one), 0);
  const left = {
    events: sum(({ eventsLeft }) => eventsLeft),
    characters: sum(({ charactersLeft }) => charactersLeft),
  };
  const isLeft = left.events > 0 || left.characters > 0;
  return {
    ...report,
    rows: rowsOf(report),
    conversations,
    left: { ...left, because: isLeft ? leftBecause : "" },
  };
}

/** The conversations in which a cell failed, or could not be judged. */
export function notedConversations(cells: readonly AgentCell[]): ReadonlySet<number> {
  const noted = cells.filter(({ state }) => state !== "pass" && state !== "skipped");
  return new Set(noted.map(({ conversation }) => conversation));
}

// --- inside ---

/** So many events of one conversation are in the document: the first ones and the last ones. */
const eventsMax = 2_000;
/** So much of a text of a conversation in which all passed. */
const passedTextMax = 2_000;

const leftBecause =
  "of conversations in which nothing failed the events are left out and texts are cut at " +
  `${passedTextMax} characters; of the others the first and the last ${eventsMax / 2} events ` +
  "are kept; `--all` leaves nothing out";

function withEvents(conversation: Conversation): ConversationDocument {
  const { events } = conversation;
  const left = Math.max(0, events.length - eventsMax);
  const kept: readonly AgentEvent[] =
    left === 0
      ? events
      : [...events.slice(0, eventsMax / 2), ...events.slice(events.length - eventsMax / 2)];
  return { ...conversation, events: kept, eventsLeft: left, charactersLeft: 0 };
}

function withoutEvents(conversation: Conversation): ConversationDocument {
  const { events, sent, answer } = conversation;
  const text = answer.text.slice(0, passedTextMax);
  const shownSent = sent.slice(0, passedTextMax);
  return {
    ...conversation,
    sent: shownSent,
    answer: { ...answer, text },
    events: [],
    eventsLeft: events.length,
    charactersLeft: sent.length - shownSent.length + answer.text.length - text.length,
  };
}
