import type { SeededFault } from "../pack.ts";
import { isSigned } from "./read-webhook.ts";
import { schemes } from "./schemes.ts";
import type { WebhookDelivery, WebhookPayload } from "./webhook-delivery.ts";

/** What receivers get wrong, done to the deliveries before they see them. */
export const webhookFaults: readonly SeededFault<WebhookPayload>[] = [
  {
    name: "skips the HMAC",
    tier: "invalid",
    spoil: (payload) => each(payload, (one) => resigned(payload, one)),
  },
  {
    name: "compares the parts that are there",
    tier: "invalid",
    // A part of the right signature becomes the whole one.
    spoil: (payload) =>
      each(payload, (one) => {
        const whole = resigned(payload, one);
        return isPart(payload, one, whole) ? whole : one;
      }),
  },
  {
    name: "ignores the time",
    tier: "invalid",
    spoil: (payload) =>
      each(payload, (one) =>
        isSigned(payload, one) ? resigned(payload, one, payload.nowSec) : one,
      ),
  },
  {
    name: "swallows the error",
    tier: "invalid",
    wrap: (target) => target().catch(() => undefined),
  },
  {
    name: "signs what it has read instead of what was sent",
    tier: "legal",
    spoil: (payload) =>
      each(payload, ({ headers, body }) => ({
        headers,
        body: utf8.encode(JSON.stringify(JSON.parse(text.decode(body)))),
      })),
  },
  {
    name: "knows the names of headers in one case only",
    tier: "legal",
    spoil: (payload) =>
      each(payload, ({ headers, body }) => ({
        headers: headers.filter(([name]) => name === name.toLowerCase()),
        body,
      })),
  },
  {
    name: "looks at the first signature only",
    tier: "legal",
    spoil: (payload) =>
      each(payload, ({ headers, body }) => ({
        headers: headers.map(([name, value]) => [name, firstOf(name, value)]),
        body,
      })),
  },
  {
    name: "acts on every delivery",
    tier: "legal",
    spoil: (payload) => ({
      ...payload,
      deliveries: payload.deliveries.map((one, at) => {
        const isAgain = payload.deliveries.indexOf(one) < at || isRepeated(payload, at);
        return isAgain ? resigned(payload, renamed(one, `msg_again_${at}`)) : one;
      }),
    }),
  },
];

// --- inside ---

const utf8 = new TextEncoder();
const text = new TextDecoder();

function each(
  payload: WebhookPayload,
  change: (delivery: WebhookDelivery) => WebhookDelivery,
): WebhookPayload {
  return { ...payload, deliveries: payload.deliveries.map(change) };
}

/** The same delivery with a signature that is right, sent now where it does not say when. */
function resigned(
  { scheme, secret, nowSec }: WebhookPayload,
  { headers, body }: WebhookDelivery,
  sentAt?: number,
): WebhookDelivery {
  const { sign, headers: write, read, signatureHeader } = schemes[scheme];
  const said = read(new Map(headers.map(([name, value]) => [name.toLowerCase(), value])));
  const [sentSec, id] = [sentAt ?? said.sentSec ?? nowSec, said.id ?? "msg_1"];
  const own = write({ id, sentSec }, [sign(secret, { id, sentSec, body })]);
  const names = new Set([...own.map(([name]) => name), signatureHeader]);
  const others = headers.filter(([name]) => !names.has(name.toLowerCase()));
  return { headers: [...others, ...own], body };
}

function isPart(payload: WebhookPayload, one: WebhookDelivery, whole: WebhookDelivery): boolean {
  const { read } = schemes[payload.scheme];
  const [said, right] = [one, whole].map(({ headers }) =>
    read(new Map(headers.map(([name, value]) => [name.toLowerCase(), value]))).signatures.at(-1),
  );
  return said !== undefined && said.length >= 8 && right?.startsWith(said) === true;
}

function firstOf(name: string, value: string): string {
  switch (name.toLowerCase()) {
    case "stripe-signature":
      return value.split(",").slice(0, 2).join(",");
    case "webhook-signature":
      return value.split(" ")[0] ?? "";
    default:
      return value;
  }
}

function isRepeated({ deliveries }: WebhookPayload, at: number): boolean {
  const own = JSON.stringify(deliveries[at]?.headers);
  return deliveries.slice(0, at).some(({ headers }) => JSON.stringify(headers) === own);
}

function renamed({ headers, body }: WebhookDelivery, id: string): WebhookDelivery {
  const isId = /^(?:webhook-id|x-github-delivery)$/iu;
  return { headers: headers.map(([name, value]) => [name, isId.test(name) ? id : value]), body };
}
