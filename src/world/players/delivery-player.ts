import { request as httpRequest } from "node:http";
import type { WebhookDelivery, WebhookPayload } from "../../data/webhook/webhook-delivery.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Player, Playing } from "./player.ts";

/** A delivery as a handler gets it. */
export interface HandedDelivery {
  /** Names as the sender spells them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is delivered in a case, in the form that the code under test takes. */
export interface DeliveryPlace {
  /** When it is received, in milliseconds. */
  readonly nowMs: number;
  /** Headers and bytes, for a handler of one's own. */
  readonly deliveries: () => readonly HandedDelivery[];
  /** Requests of fetch's kind, which forget how names are spelled. */
  readonly requests: () => readonly Request[];
  /** Sends all of it to a server on this machine; rejects where that answers 400 or above. */
  readonly send: (url: string) => Promise<void>;
}

/** Hands deliveries over; nothing is opened. */
export class DeliveryPlayer implements Player<WebhookPayload, DeliveryPlace> {
  begin(payload: WebhookPayload): Playing<WebhookPayload, DeliveryPlace> {
    let isAsked = false;
    const asked = (): readonly WebhookDelivery[] => {
      isAsked = true;
      return payload.deliveries;
    };
    const place: DeliveryPlace = {
      nowMs: payload.nowSec * 1_000,
      deliveries: () => asked().map(handed),
      requests: () => asked().map(requestOf),
      send: async (url) => {
        for (const delivery of asked()) await post(local(url), delivery);
      },
    };
    return {
      place,
      delivered: () => (isAsked ? payload : undefined),
      stalled: new Promise(() => {}),
      end: () => Promise.resolve(),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A delivery as a request of fetch's kind. */
export function requestOf({ headers, body }: WebhookDelivery): Request {
  return new Request("http://127.0.0.1/webhook", {
    method: "POST",
    headers: headers.map(([name, value]): [string, string] => [name, latin1(value)]),
    body: Buffer.from(body),
  });
}

// --- inside ---

function handed({ headers, body }: WebhookDelivery): HandedDelivery {
  return { headers: Object.fromEntries(headers), body: Buffer.from(body) };
}

/** The bytes of a header come out as this: no character of a header is above U+00FF. */
function latin1(value: string): string {
  return Buffer.from(value).toString("latin1");
}

function local(url: string): URL {
  const found = new URL(url);
  if (/^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])$/u.test(found.hostname)) return found;
  throw new GauntletError({
    code: "hostile-not-local",
    what: `forged deliveries were to be sent to \`${found.hostname}\``,
    note: "hostile data is for code on this machine",
    help: "start the receiver here and give its address, such as http://127.0.0.1:3000/webhook",
  });
}

function post(url: URL, { headers, body }: WebhookDelivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const flat = [...headers, ["content-length", String(body.length)] as const];
    const sent = httpRequest(url, {
      method: "POST",
      headers: ["host", url.host, ...flat.flatMap(([name, value]) => [name, latin1(value)])],
      agent: false,
    });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const { statusCode = 0 } = answer;
      answer.resume();
      answer.on("error", reject);
      answer.on("end", () => {
        if (statusCode < 400) resolve();
        else reject(new Error(`the receiver answered ${statusCode}`));
      });
    });
    sent.end(body);
  });
}
