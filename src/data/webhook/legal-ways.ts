import type { Way } from "../draw-variations.ts";
import { ofUnknownVersion, schemes } from "./schemes.ts";
import { toleranceSec } from "./webhook-delivery.ts";
import type { DeliveryDraft, WebhookDraft } from "./webhook-draft.ts";

const names = { kind: "legal", by: "RFC 9110 5.1: names of headers have no case" } as const;
const rotated = { kind: "legal", by: "Stripe, rolling secrets; Standard Webhooks 1.0" } as const;
const json = { kind: "legal", by: "RFC 8259 2: what is signed is the bytes" } as const;
const times = { kind: "legal", by: "Standard Webhooks 1.0, replay attacks; RFC 9110 13" } as const;

/** How deliveries may vary without meaning anything else. */
export const legalWays: readonly Way<WebhookDraft>[] = [
  cased("header names in capitals", (name) => name.toUpperCase()),
  cased("header names in title case", (name) =>
    name.replaceAll(/(?:^|-)[a-z]/gu, (part) => part.toUpperCase()),
  ),
  one("a signature of the old secret first", rotated, (draft, { options }) =>
    isMany(options) && isNew(draft) ? draft.secrets.unshift("an-older-secret") > 0 : false,
  ),
  one("a signature of the next secret last", rotated, (draft, { options }) =>
    isMany(options) && isNew(draft) ? draft.secrets.push("the-next-secret") > 0 : false,
  ),
  one("a signature of an unknown version", rotated, (draft, { options }) => {
    if (!isMany(options) || draft.marks.length > 0) return false;
    draft.marks.push((signatures) => [ofUnknownVersion("00".repeat(32)), ...signatures]);
    return true;
  }),
  rewritten("a body with spaces", (event) => JSON.stringify(event, undefined, 2)),
  rewritten("a body with a line end", (event) => `${JSON.stringify(event)}\n`),
  rewritten("a body with escapes", (event) =>
    JSON.stringify(event)
      .replaceAll("/", String.raw`\/`)
      .replaceAll(/[^\u0020-\u007e]/gu, (character) =>
        character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
      ),
  ),
  rewritten("numbers that are written otherwise", (event) =>
    JSON.stringify(event).replaceAll(/:(\d+)(?=[,}])/gu, ":$1.0"),
  ),
  rewritten("fields in another order", (event) => JSON.stringify(reversed(event))),
  one("a content type with a charset", names, (draft) => {
    draft.type = "application/json; charset=utf-8";
    return true;
  }),
  one("almost too old", times, (draft, { options, nowSec }) => {
    if (!schemes[options.scheme].hasTime) return false;
    draft.sentSec = nowSec - toleranceSec + marginSec;
    return true;
  }),
  one("a clock that is ahead", times, (draft, { options, nowSec }) => {
    if (!schemes[options.scheme].hasTime) return false;
    draft.sentSec = nowSec + toleranceSec - marginSec;
    return true;
  }),
  {
    name: "delivered twice",
    provenance: { kind: "legal", by: "GitHub, redelivering; Standard Webhooks 1.0, idempotency" },
    weight: 2,
    apply: ({ options, deliveries }, at) => {
      const place = Math.floor(at * deliveries.length);
      const again = deliveries[place];
      // Without an id, nobody can tell a second delivery from a second event.
      if (options.once !== true || options.scheme === "stripe" || again === undefined) return false;
      deliveries.splice(place + 1, 0, again);
      return true;
    },
  },
];

// --- inside ---

/** How long a receiver may take, so that what was almost too old is not too old by then. */
const marginSec = 60;

function isMany({ scheme }: WebhookDraft["options"]): boolean {
  return schemes[scheme].hasMany;
}

function isNew({ secrets }: DeliveryDraft): boolean {
  return secrets.length === 1;
}

function one(
  name: string,
  provenance: Way<WebhookDraft>["provenance"],
  change: (delivery: DeliveryDraft, draft: WebhookDraft) => boolean,
): Way<WebhookDraft> {
  return {
    name,
    provenance,
    apply: (draft, at) => {
      const delivery = draft.deliveries[Math.floor(at * draft.deliveries.length)];
      return delivery !== undefined && change(delivery, draft);
    },
  };
}

function cased(name: string, change: (header: string) => string): Way<WebhookDraft> {
  return one(name, names, (draft) => {
    draft.edits.push((headers) => headers.map(([key, value]) => [change(key), value]));
    return true;
  });
}

function rewritten(name: string, write: (event: unknown) => string): Way<WebhookDraft> {
  return one(name, json, (draft) => {
    const body = write(draft.event);
    if (body === draft.body) return false;
    draft.body = body;
    return true;
  });
}

function reversed(event: unknown): unknown {
  if (typeof event !== "object" || event === null || Array.isArray(event)) return event;
  return Object.fromEntries(Object.entries(event).toReversed());
}
