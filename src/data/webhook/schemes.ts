import { base64FromBytes, bytesFromBase64 } from "../../kernel/values/base64.ts";
import { joinedBytes } from "../http/http-answer.ts";
import { bytesOfHex, hexOfBytes, hmacSha256, isHex } from "./hmac.ts";

/** What is signed of a delivery. */
export interface Signed {
  readonly id: string;
  readonly sentSec: number;
  readonly body: Uint8Array;
}

/** What the headers of a delivery say, without a judgement. */
export interface SaidHeaders {
  /** Signatures of the version that is known, as hexadecimal digits. */
  readonly signatures: readonly string[];
  readonly sentSec: number | undefined;
  readonly id: string | undefined;
}

/** How a service signs what it sends. */
export interface Scheme {
  readonly signatureHeader: string;
  /** Whether what is signed says when it was sent. */
  readonly hasTime: boolean;
  /** Whether several signatures may stand beside each other, of which one has to be right. */
  readonly hasMany: boolean;
  /** Where its documentation says so. */
  readonly by: string;
  sign(secret: string, signed: Signed): string;
  headers(
    said: Omit<Signed, "body">,
    signatures: readonly string[],
  ): readonly (readonly [name: string, value: string])[];
  read(headers: ReadonlyMap<string, string>): SaidHeaders;
}

/** The names of the schemes. */
export type SchemeName = "github" | "stripe" | "standard";

/** The schemes that senders of webhooks use. */
export const schemes: Readonly<Record<SchemeName, Scheme>> = {
  github: {
    signatureHeader: "x-hub-signature-256",
    hasTime: false,
    hasMany: false,
    by: "GitHub, validating webhook deliveries",
    sign: (secret, { body }) => hmacSha256(utf8.encode(secret), body),
    headers: ({ id }, signatures) => [
      ["x-github-delivery", id],
      ["x-hub-signature-256", `sha256=${signatures.at(-1) ?? ""}`],
    ],
    read: (headers) => {
      const [, hex] = /^sha256=(.*)$/u.exec(headers.get("x-hub-signature-256") ?? "") ?? [];
      return {
        signatures: hex === undefined ? [] : [hex],
        sentSec: undefined,
        id: headers.get("x-github-delivery"),
      };
    },
  },
  stripe: {
    signatureHeader: "stripe-signature",
    hasTime: true,
    hasMany: true,
    by: "Stripe, webhook signatures",
    sign: (secret, { sentSec, body }) =>
      hmacSha256(utf8.encode(secret), joinedBytes([utf8.encode(`${sentSec}.`), body])),
    headers: ({ sentSec }, signatures) => [
      ["stripe-signature", [`t=${sentSec}`, ...signatures.map((one) => versioned(one))].join(",")],
    ],
    read: (headers) => {
      const parts = (headers.get("stripe-signature") ?? "").split(",");
      const values = (key: string): string[] =>
        parts.flatMap((part) => (part.startsWith(`${key}=`) ? [part.slice(key.length + 1)] : []));
      return { signatures: values("v1"), sentSec: wholeNumber(values("t")[0]), id: undefined };
    },
  },
  standard: {
    signatureHeader: "webhook-signature",
    hasTime: true,
    hasMany: true,
    by: "Standard Webhooks 1.0",
    sign: (secret, { id, sentSec, body }) =>
      hmacSha256(standardKey(secret), joinedBytes([utf8.encode(`${id}.${sentSec}.`), body])),
    headers: ({ id, sentSec }, signatures) => [
      ["webhook-id", id],
      ["webhook-timestamp", String(sentSec)],
      ["webhook-signature", signatures.map((one) => standardText(one)).join(" ")],
    ],
    read: (headers) => ({
      signatures: (headers.get("webhook-signature") ?? "").split(" ").flatMap((one) => {
        const hex = one.startsWith("v1,") ? hexOfBase64(one.slice(3)) : undefined;
        return hex === undefined ? [] : [hex];
      }),
      sentSec: wholeNumber(headers.get("webhook-timestamp")),
      id: headers.get("webhook-id"),
    }),
  },
};

/** A signature of a version that no receiver has to know; it is no reason to refuse the others. */
export function ofUnknownVersion(hex: string): string {
  return `${unknownVersion}${hex}`;
}

/** Whether two digests are the same. */
export function isSameDigest(said: string, right: string): boolean {
  return isHex(said, right.length) && said.toLowerCase() === right;
}

// --- inside ---

const utf8 = new TextEncoder();
const unknownVersion = "v0:";

function versioned(signature: string): string {
  const isUnknown = signature.startsWith(unknownVersion);
  return isUnknown ? `v0=${signature.slice(unknownVersion.length)}` : `v1=${signature}`;
}

function standardText(signature: string): string {
  const isUnknown = signature.startsWith(unknownVersion);
  const hex = isUnknown ? signature.slice(unknownVersion.length) : signature;
  // What is no digest, such as a part of one, stands for itself.
  const text = hex.length % 2 === 0 && isHex(hex, hex.length) ? base64(bytesOfHex(hex)) : hex;
  return `${isUnknown ? "v1a" : "v1"},${text}`;
}

function standardKey(secret: string): Uint8Array {
  const text = secret.replace(/^whsec_/u, "");
  return bytesFromBase64(urlSafe(text)) ?? utf8.encode(text);
}

function base64(bytes: Uint8Array): string {
  const text = base64FromBytes(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

function hexOfBase64(text: string): string | undefined {
  const bytes = bytesFromBase64(urlSafe(text));
  return bytes === undefined ? undefined : hexOfBytes(bytes);
}

function urlSafe(text: string): string {
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/u.test(text) ? Number(text) : undefined;
}
