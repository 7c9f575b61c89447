import { type Case, nameOf, type Variation } from "../case.ts";
import { drawVariations, drawWay } from "../draw-variations.ts";
import { containment, legalIsRight } from "../oracles.ts";
import type { Pack } from "../pack.ts";
import { invalidWays } from "./invalid-ways.ts";
import { legalWays } from "./legal-ways.ts";
import { readDeliveries, stageOfDeliveries, webhookStages } from "./read-webhook.ts";
import { deliveryLines, type WebhookOptions, type WebhookPayload } from "./webhook-delivery.ts";
import { beginDraft, eventOf, finishDraft } from "./webhook-draft.ts";
import { webhookFaults } from "./webhook-faults.ts";

/** Webhooks, sent to a receiver that must know an authentic one from a forged one. */
export const webhookPack: Pack<WebhookOptions, WebhookPayload, readonly unknown[]> = {
  kind: "webhook",
  stages: webhookStages,
  door: "signed",
  legal: (decisions, { options }) => {
    const draft = beginDraft(decisions, options);
    const found = drawVariations(decisions, legalWays, draft);
    const variations = found.length === 0 ? [plain] : found;
    const expected = [...new Set(draft.deliveries)].map(eventOf);
    return caseOf("legal", variations, { payload: finishDraft(draft), expected });
  },
  invalid: (decisions, { options }) => {
    const draft = beginDraft(decisions, options);
    draft.deliveries.splice(1);
    // Before the forgery: what was signed is then what varies.
    const others = drawVariations(decisions, legalWays, draft).filter(
      ({ name }) => name !== "delivered twice",
    );
    draft.deliveries.splice(1);
    const [first] = invalidWays;
    let way = drawWay(decisions, { ways: invalidWays }, draft);
    if (way === undefined && first?.apply(draft, 0) === true) way = first;
    const { name = "", provenance = plain.provenance, mustFail } = way ?? {};
    const broken = [{ name, provenance }, ...others];
    return caseOf("invalid", broken, { payload: finishDraft(draft), mustFail });
  },
  read: (payload, { once }) => readDeliveries(payload, once === true),
  stageOf: stageOfDeliveries,
  lines: ({ deliveries }) => deliveries.flatMap(deliveryLines),
  oracles: [...containment, legalIsRight],
  faults: webhookFaults,
  samples: [
    { scheme: "github", secret: "s3cret" },
    { scheme: "stripe", secret: "whsec_test" },
    { scheme: "standard", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", once: true },
    { scheme: "github", secret: "s3cret", once: true, events: [{ n: 1 }, { n: 2, text: "ä" }] },
  ],
};

// --- inside ---

const plain: Variation = {
  name: "a plain delivery",
  provenance: { kind: "legal", by: "Standard Webhooks 1.0" },
};

function caseOf(
  tier: Case["tier"],
  variations: readonly Variation[],
  rest: Pick<Case<WebhookPayload, readonly unknown[]>, "payload" | "expected" | "mustFail">,
): Case<WebhookPayload, readonly unknown[]> {
  return { tier, name: nameOf(variations), variations, ...rest };
}
