import type { Provenance } from "../case.ts";
import type { Way } from "../draw-variations.ts";
import { schemes } from "./schemes.ts";
import { toleranceSec } from "./webhook-delivery.ts";
import type { DeliveryDraft, WebhookDraft } from "./webhook-draft.ts";

/** How a delivery may not be authentic, with the reason why nobody may act on it. */
export interface ForgingWay extends Way<WebhookDraft> {
  readonly mustFail: string;
}

const forged = { kind: "invented" } as const;
const replayed = { kind: "legal", by: "Standard Webhooks 1.0, replay attacks" } as const;

/** The forgeries; the weights keep most of them past the look for a signature. */
export const invalidWays: readonly ForgingWay[] = [
  forging("signed with another secret", "it was signed with another secret", {
    change: (draft) => void (draft.secrets = ["another-tenants-secret"]),
  }),
  forging("signed with an empty secret", "it was signed without a secret", {
    change: (draft) => void (draft.secrets = [""]),
  }),
  forging("changed after it was signed", "its body was changed after it was signed", {
    weight: 3,
    change: (draft) => {
      draft.signs = { body: draft.body };
      draft.body = draft.body.replace(/\}\s*$/u, ',"admin":true}').replace(/\{\s*,/u, "{");
    },
  }),
  forging("written again after it was signed", "other bytes were signed than were sent", {
    change: (draft) => {
      draft.signs = { body: draft.body };
      draft.body = draft.body.replace("{", "{ ");
    },
  }),
  marked("a signature of zeros", "its signature is made up", () => "00".repeat(32)),
  marked("a part of the signature", "its signature is cut off", (one) => one.slice(0, 16)),
  marked("an empty signature", "its signature is empty", () => ""),
  marked("a signature that is no digest", "its signature is no digest", () => "zz".repeat(32)),
  marked("a signature of more than ASCII", "its signature is no digest", () => "ß".repeat(64)),
  {
    ...forging("no signature", "it is not signed", {
      change: (draft, { options }) => {
        const { signatureHeader } = schemes[options.scheme];
        draft.edits.push((headers) => headers.filter(([name]) => !isNamed(name, signatureHeader)));
      },
    }),
  },
  timed("too old", "it was sent an hour ago", replayed, (draft, { nowSec }) => {
    draft.sentSec = nowSec - 3_600;
  }),
  timed("just too old", "it was sent too long ago", replayed, (draft, { nowSec }) => {
    draft.sentSec = nowSec - toleranceSec - 60;
  }),
  timed("a new time on an old signature", "its time was changed", replayed, (draft, { nowSec }) => {
    draft.signs = { sentSec: nowSec - 3_600 };
  }),
  timed("without its time", "nobody knows when it was sent", forged, (draft) => {
    draft.edits.push((headers) =>
      headers
        .filter(([name]) => !isNamed(name, "webhook-timestamp"))
        .map(([name, value]) => [name, value.replace(/^t=\d+,/u, "")]),
    );
  }),
  {
    name: "far ahead of the clock",
    provenance: replayed,
    mustFail: "it was sent in the future",
    apply: ({ options, deliveries, nowSec }) => {
      const [first] = deliveries;
      if (options.scheme !== "standard" || first === undefined) return false;
      first.sentSec = nowSec + 3_600;
      return true;
    },
  },
  {
    name: "another id on an old signature",
    provenance: replayed,
    mustFail: "its id was changed after it was signed",
    apply: ({ options, deliveries: [first] }) => {
      if (options.scheme !== "standard" || first === undefined) return false;
      first.signs = { id: first.id };
      first.id = "msg_replayed";
      return true;
    },
  },
];

// --- inside ---

function isNamed(name: string, header: string): boolean {
  return name.toLowerCase() === header;
}

type Change = (delivery: DeliveryDraft, draft: WebhookDraft) => void;

/** Only the first delivery is sent: whoever refuses it refuses all. */
function forging(
  name: string,
  mustFail: string,
  { change, weight = 2 }: { readonly change: Change; readonly weight?: number },
): ForgingWay {
  return {
    name,
    provenance: forged,
    mustFail,
    weight,
    apply: (draft) => {
      const [first] = draft.deliveries;
      if (first === undefined) return false;
      change(first, draft);
      return true;
    },
  };
}

function marked(name: string, mustFail: string, mark: (right: string) => string): ForgingWay {
  return {
    ...forging(name, mustFail, {
      change: (draft) => void draft.marks.push((signatures) => signatures.map(mark)),
    }),
    weight: 1,
  };
}

function timed(name: string, mustFail: string, provenance: Provenance, change: Change): ForgingWay {
  const way = forging(name, mustFail, { change });
  return {
    ...way,
    provenance,
    apply: (draft, at) => schemes[draft.options.scheme].hasTime && way.apply(draft, at),
  };
}
