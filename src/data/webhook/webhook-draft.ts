import type { Decisions } from "../../kernel/decisions/decisions.ts";
import { schemes } from "./schemes.ts";
import type { WebhookDelivery, WebhookOptions, WebhookPayload } from "./webhook-delivery.ts";

/** A delivery that is being made. */
export interface DeliveryDraft {
  id: string;
  sentSec: number;
  body: string;
  readonly event: unknown;
  /** What is signed instead of what is sent. */
  signs: { readonly id?: string; readonly sentSec?: number; readonly body?: string };
  /** The secrets it is signed with, in order. */
  secrets: string[];
  /** Each changes the signatures, in order. */
  readonly marks: ((signatures: readonly string[]) => readonly string[])[];
  /** Each changes the headers, in order. */
  readonly edits: ((headers: Headers) => Headers)[];
  type: string;
}

/** Names and values. */
export type Headers = WebhookDelivery["headers"];

/** Deliveries that are being made. */
export interface WebhookDraft {
  readonly options: WebhookOptions;
  readonly nowSec: number;
  readonly deliveries: DeliveryDraft[];
}

/** Begins with the plainest deliveries of these events, or of some that are drawn. */
export function beginDraft(decisions: Decisions, options: WebhookOptions): WebhookDraft {
  const nowSec = Math.floor((options.nowMs ?? 1_767_225_600_000) / 1_000);
  const events = options.events ?? [drawEvent(decisions)];
  const first = decisions.integer("id", { min: 1, max: 9_999 });
  const deliveries = events.map((event, at): DeliveryDraft => ({
    id: `msg_${first + at}`,
    sentSec: nowSec - 1,
    body: JSON.stringify(event),
    event,
    signs: {},
    secrets: [options.secret],
    marks: [],
    edits: [],
    type: "application/json",
  }));
  return { options, nowSec, deliveries };
}

/** The deliveries that a draft stands for. */
export function finishDraft({ options, nowSec, deliveries }: WebhookDraft): WebhookPayload {
  const { scheme, secret } = options;
  return { scheme, secret, nowSec, deliveries: deliveries.map((one) => delivered(one, scheme)) };
}

/** An event that is sent: what it says, beside what makes it another one. */
export function eventOf(draft: DeliveryDraft): unknown {
  return draft.event;
}

// --- inside ---

const utf8 = new TextEncoder();

/** The plainest is first; each of the others is another text once it was read and written again. */
const events: readonly unknown[] = [
  { type: "paid", amount: 100 },
  { type: "paid", amount: 12.5, note: "zwölf Stück – 🎉" },
  { type: "refunded", lines: [{ sku: "a/b", count: 1 }, null], ok: false },
  {},
];

function drawEvent(decisions: Decisions): unknown {
  return events[decisions.integer("event", { min: 0, max: events.length - 1 })];
}

function delivered(draft: DeliveryDraft, scheme: WebhookOptions["scheme"]): WebhookDelivery {
  const { id, sentSec, body, signs, secrets, marks, edits, type } = draft;
  const { sign, headers } = schemes[scheme];
  const signed = { id, sentSec, ...signs, body: utf8.encode(signs.body ?? body) };
  const signatures = marks.reduce<readonly string[]>(
    (given, mark) => mark(given),
    secrets.map((secret) => sign(secret, signed)),
  );
  const all: Headers = [["content-type", type], ...headers({ id, sentSec }, signatures)];
  return {
    headers: edits.reduce((given, edit) => edit(given), all),
    body: utf8.encode(body),
  };
}
