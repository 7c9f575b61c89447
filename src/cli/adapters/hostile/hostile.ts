import type { JsonOptions } from "../../../data/json-http/json-draft.ts";
import { jsonPack } from "../../../data/json-http/json-pack.ts";
import { ssePack } from "../../../data/sse/sse-pack.ts";
import type { SseEvent, SseOptions } from "../../../data/sse/sse-event.ts";
import type { WebhookOptions, WebhookPayload } from "../../../data/webhook/webhook-delivery.ts";
import { webhookPack } from "../../../data/webhook/webhook-pack.ts";
import type { HttpAnswer } from "../../../data/http/http-answer.ts";
import { type DeliveryPlace, DeliveryPlayer } from "../../../world/players/delivery-player.ts";
import { type HttpPlace, HttpPlayer } from "../../../world/players/http-player.ts";
import { callerLocationOf } from "../caller-location.ts";
import { type HostileOptions, HostileUpstream } from "./hostile-upstream.ts";

/** A server of events that is legal but odd, or that breaks. */
export type HostileSse = HostileUpstream<SseOptions, HttpAnswer, HttpPlace, readonly SseEvent[]>;

/** A sender of webhooks that is odd, or whom nobody may believe. */
export type HostileWebhook = HostileUpstream<
  WebhookOptions,
  WebhookPayload,
  DeliveryPlace,
  readonly unknown[]
>;

/** A server of JSON that is legal but odd, or that breaks. */
export type HostileJson = HostileUpstream<JsonOptions, HttpAnswer, HttpPlace, unknown>;

/** Upstreams that do whatever is legal, or whatever is not, one for each kind of boundary. */
export const hostile: {
  /** Server-sent events over HTTP, on a free port of this machine. */
  readonly sse: (options?: SseOptions & HostileOptions) => Promise<HostileSse>;
  /** Deliveries of webhooks, signed in the way of a service. */
  readonly webhook: (options: WebhookOptions & HostileOptions) => Promise<HostileWebhook>;
  /** JSON over HTTP, on a free port of this machine. */
  readonly json: (options: JsonOptions & HostileOptions) => Promise<HostileJson>;
} = { sse, webhook, json: jsonAnswers };

// --- inside ---

async function sse(given: SseOptions & HostileOptions = {}): Promise<HostileSse> {
  const from = callerLocationOf(sse);
  const { events, ends, json, bodies, ...rest } = given;
  const options = { events, ends, json, bodies };
  const settings: HostileOptions = bodies === undefined ? rest : { ...rest, tier: "invalid" };
  const player = await HttpPlayer.open();
  return new HostileUpstream({ pack: ssePack, options, settings, player, from });
}

function webhook(given: WebhookOptions & HostileOptions): Promise<HostileWebhook> {
  const from = callerLocationOf(webhook);
  const { scheme, secret, events, once, nowMs, ...settings } = given;
  const options = { scheme, secret, events, once, nowMs: nowMs ?? Date.now() };
  // What time it is changes no case, only what it says.
  const seedOptions = { ...options, nowMs };
  const player = new DeliveryPlayer();
  const parts = { pack: webhookPack, options, seedOptions, settings, player, from };
  return Promise.resolve(new HostileUpstream(parts));
}

async function jsonAnswers(given: JsonOptions & HostileOptions): Promise<HostileJson> {
  const from = callerLocationOf(jsonAnswers);
  const { schema, validates, ...settings } = given;
  const options = { schema, validates };
  const player = await HttpPlayer.open();
  return new HostileUpstream({ pack: jsonPack, options, settings, player, from });
}
