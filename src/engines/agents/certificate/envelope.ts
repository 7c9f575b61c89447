import { type KeyObject, sign, verify } from "node:crypto";
import { canonicalJson, isCanonical } from "../../../kernel/values/canonical-json.ts";
import { Fields } from "../../../kernel/values/fields.ts";

/** A DSSE envelope as it was read: the signed bytes, and a signature with the id of its key. */
export interface Envelope {
  readonly payload: Uint8Array;
  readonly keyid: string;
  readonly signature: Uint8Array;
}

/** What the payload of an envelope is. */
export const payloadType = "application/vnd.in-toto+json";

/** Larger files are refused before they are parsed. */
export const envelopeBytesMax: number = 10 * 1024 * 1024;

/** Signs a payload; gives the text of the file. */
export function sealed(payload: Uint8Array, key: KeyObject, keyid: string): string {
  const signature = sign(null, preAuthentication(payload), key);
  const signatures = [{ keyid, sig: base64(signature) }];
  return `${canonicalJson({ payload: base64(payload), payloadType, signatures })}\n`;
}

/** Whether the signature of an envelope is of this key. */
export function isSigned({ payload, signature }: Envelope, key: KeyObject): boolean {
  return verify(null, preAuthentication(payload), key, signature);
}

/**
 * Reads an envelope. There is one way to write one, byte for byte: a reader who tolerates spaces,
 * repeated keys or loose base64 would call a changed file the same one. Throws what is wrong.
 */
export function readEnvelope(bytes: Uint8Array): Envelope {
  if (bytes.length > envelopeBytesMax) {
    throw new Error(`the file has ${bytes.length} bytes, more than ${envelopeBytesMax}`);
  }
  const text = utf8Text(bytes);
  if (text === undefined) throw new Error("the file is not UTF-8");
  const fields = new Fields(parsed(text), "the envelope");
  const kind = fields.text("payloadType");
  if (kind !== payloadType) throw new Error(`the payload is \`${kind}\`, not \`${payloadType}\``);
  const payload = strictBase64(fields.text("payload"), "payload");
  const signatures = fields.list(
    "signatures",
    (item) => new Fields(item, "a signature"),
    "objects",
  );
  fields.done();
  const [signature] = signatures;
  if (signature === undefined || signatures.length > 1) {
    throw new Error(`the envelope has ${signatures.length} signatures instead of one`);
  }
  const keyid = signature.text("keyid");
  const sig = strictBase64(signature.text("sig"), "signature");
  signature.done();
  if (!text.endsWith("\n") || !isCanonical(text.slice(0, -1))) {
    throw new Error("the envelope is not written the one way it may be: canonical JSON and a \\n");
  }
  return { payload, keyid, signature: sig };
}

/** The text of bytes, or nothing where they are not UTF-8; a byte order mark is none of it. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The bytes of base64 that is written in its one way; its padding and spare bits included. */
export function strictBase64(text: string, what: string): Uint8Array {
  const bytes = Buffer.from(text, "base64");
  if (base64(bytes) !== text) throw new Error(`the ${what} is not strict base64`);
  return bytes;
}

// --- inside ---

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the file is not JSON");
  }
}

/** PAE of DSSE v1: the type is signed with the payload, so neither can be read as another. */
function preAuthentication(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
