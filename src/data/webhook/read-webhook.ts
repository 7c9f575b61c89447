import type { Reading } from "../pack.ts";
import { isHex } from "./hmac.ts";
import { isSameDigest, type SaidHeaders, schemes } from "./schemes.ts";
import { toleranceSec, type WebhookDelivery, type WebhookPayload } from "./webhook-delivery.ts";

/** How far a delivery comes with a receiver that is careful. */
export const webhookStages: readonly string[] = ["delivered", "signed", "authentic", "acted on"];

/** What deliveries are to a receiver that is careful. */
export function readDeliveries(
  payload: WebhookPayload,
  isOnce: boolean,
): Reading<readonly unknown[]> {
  const value: unknown[] = [];
  const ids = new Set<string>();
  for (const delivery of payload.deliveries) {
    const { wrong, said } = judged(payload, delivery);
    if (wrong !== undefined) return { wrong, value };
    const id = said.id ?? "";
    const isKnown = isOnce && id !== "" && ids.has(id);
    ids.add(id);
    const event = jsonOf(delivery.body);
    if (event === undefined) return { wrong: "the body is not JSON", value };
    if (!isKnown) value.push(event.value);
  }
  return { wrong: undefined, value };
}

/** The furthest stage of all deliveries. */
export function stageOfDeliveries(payload: WebhookPayload): string {
  const stages = payload.deliveries.map((delivery) => {
    const { wrong, said } = judged(payload, delivery);
    if (wrong === undefined) return jsonOf(delivery.body) === undefined ? 2 : 3;
    return said.signatures.length > 0 ? 1 : 0;
  });
  return webhookStages[Math.max(0, ...stages)] ?? "delivered";
}

/** Whether a signature is right, whatever else is wrong. */
export function isSigned(
  { scheme, secret }: Pick<WebhookPayload, "scheme" | "secret">,
  delivery: WebhookDelivery,
): boolean {
  const said = saidBy(scheme, delivery);
  const { sentSec = 0, id = "" } = said;
  const right = schemes[scheme].sign(secret, { id, sentSec, body: delivery.body });
  return said.signatures.some((one) => isSameDigest(one, right));
}

// --- inside ---

function judged(
  payload: WebhookPayload,
  delivery: WebhookDelivery,
): { readonly wrong: string | undefined; readonly said: SaidHeaders } {
  const { scheme, nowSec } = payload;
  const said = saidBy(scheme, delivery);
  const { hasTime } = schemes[scheme];
  if (hasTime && said.sentSec === undefined) return { said, wrong: "it does not say its time" };
  if (!isSigned(payload, delivery)) return { said, wrong: "no signature of it is right" };
  const ageSec = hasTime ? nowSec - (said.sentSec ?? 0) : 0;
  const isNear = Math.abs(ageSec) <= toleranceSec;
  return { said, wrong: isNear ? undefined : `it was sent ${ageSec} s ago` };
}

function saidBy(scheme: WebhookPayload["scheme"], { headers }: WebhookDelivery): SaidHeaders {
  const byName = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const said = schemes[scheme].read(byName);
  return { ...said, signatures: said.signatures.filter((one) => one !== "" || isHex(one, 64)) };
}

function jsonOf(body: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
