import { escapedBytes } from "../escaped-bytes.ts";
import type { SchemeName } from "./schemes.ts";

/** A request that a sender of webhooks makes; plain data. */
export interface WebhookDelivery {
  /** Names, spelled as the sender spells them, and values in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What a sender sends, one after the other, and what it takes to judge that. */
export interface WebhookPayload {
  readonly scheme: SchemeName;
  readonly secret: string;
  /** When it is received, in seconds. */
  readonly nowSec: number;
  readonly deliveries: readonly WebhookDelivery[];
}

/** What a receiver of webhooks is like. */
export interface WebhookOptions {
  /**
   * How deliveries are signed: `github` (`x-hub-signature-256`), `stripe` (`stripe-signature`, with
   * the time) or `standard` (Standard Webhooks, with time and id).
   */
  readonly scheme: SchemeName;
  readonly secret: string;
  /** What the events say; drawn anew for each case where it is left out. */
  readonly events?: readonly unknown[] | undefined;
  /** Whether an event that comes twice takes effect once; deliveries then come twice. */
  readonly once?: boolean | undefined;
  /** When deliveries are received, in milliseconds. */
  readonly nowMs?: number | undefined;
}

/** Deliveries older than this, or further ahead, are refused where they say their time. */
export const toleranceSec = 300;

/** A delivery for people: its headers, then its body. */
export function deliveryLines({ headers, body }: WebhookDelivery): readonly string[] {
  return [...headers.map(([name, value]) => shown(`${name}: ${value}`)), escapedBytes(body)];
}

// --- inside ---

const lineMax = 80;

function shown(text: string): string {
  const plain = text.replaceAll(/\p{C}/gu, "?");
  return plain.length > lineMax ? `${plain.slice(0, lineMax - 1)}…` : plain;
}
