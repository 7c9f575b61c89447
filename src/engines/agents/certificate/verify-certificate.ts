import { createPublicKey, type KeyObject } from "node:crypto";
import type { CertificateStatement } from "../../../kernel/agent/agent-certificate.ts";
import { isCanonical } from "../../../kernel/values/canonical-json.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { checkGates } from "./check-gates.ts";
import { type Envelope, isSigned, readEnvelope, strictBase64, utf8Text } from "./envelope.ts";
import { readStatement } from "./read-statement.ts";
import { keyidOf } from "./signing-key.ts";

/** What a certificate is held against. */
export interface VerifyOptions {
  readonly nowMs: number;
  /** Whose signature is asked for; without it the key that the file itself names. */
  readonly publicKey?: KeyObject | undefined;
  /** The digest of the config as it is now (`configDigest`), where that is to be compared. */
  readonly configSha256?: string | undefined;
}

/** What came of verifying: it holds, or why it does not. */
export type VerifiedCertificate =
  | {
      readonly kind: "held";
      readonly statement: CertificateStatement;
      readonly keyid: string;
      /** What it does not prove. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: "broken";
      readonly because: string;
      /** What a whole, signed file says all the same; undefined where nothing can be believed. */
      readonly statement: CertificateStatement | undefined;
    };

/** Verifies the bytes of a certificate: its form, signature, times, statement and gates. */
export function verifyCertificate(bytes: Uint8Array, options: VerifyOptions): VerifiedCertificate {
  let statement: CertificateStatement | undefined;
  try {
    const envelope = readEnvelope(bytes);
    const key = options.publicKey ?? namedKey(envelope);
    checkSignature(envelope, key, options);
    statement = signedStatement(envelope);
    checkTimes(statement, options.nowMs);
    checkGates(statement.predicate);
    checkConfig(statement, options.configSha256);
    const notes = options.publicKey === undefined ? [ownKeyNote] : [];
    return { kind: "held", statement, keyid: envelope.keyid, notes };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const because = error instanceof GauntletError ? error.what : error.message;
    return { kind: "broken", because, statement };
  }
}

// --- inside ---

const ownKeyNote =
  "the key is the one in the file itself: it proves that nothing was changed since it was " +
  "signed, not who signed it; pass the public key of the signer with --key";

/** Clocks of two machines differ by less than this. */
const clockSkewMs = 300_000;

/** The key that the statement names; nothing else of it is believed before it is verified. */
function namedKey({ payload }: Envelope): KeyObject {
  const { publicKey } = signedData(payload).predicate.signer;
  const der = strictBase64(publicKey, "public key");
  let key: KeyObject | undefined;
  try {
    key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
  } catch {
    // Told below, as every key of another kind.
  }
  if (key?.asymmetricKeyType === "ed25519") return key;
  throw new Error("the public key in the file is not an Ed25519 key");
}

function checkSignature(envelope: Envelope, key: KeyObject, { publicKey }: VerifyOptions): void {
  const keyid = keyidOf(key);
  if (envelope.keyid !== keyid) {
    const whose = publicKey === undefined ? "the key in it" : "the given key";
    throw new Error(`the envelope names the key ${envelope.keyid}, but ${whose} is ${keyid}`);
  }
  if (!isSigned(envelope, key)) {
    throw new Error("the signature does not match: the certificate was changed, or never signed");
  }
}

function signedStatement({ payload, keyid }: Envelope): CertificateStatement {
  const statement = signedData(payload);
  if (statement.predicate.signer.keyid !== keyid) {
    throw new Error("the statement names another signer than the envelope");
  }
  return statement;
}

function signedData(payload: Uint8Array): CertificateStatement {
  const text = utf8Text(payload);
  if (text === undefined || !isCanonical(text)) {
    throw new Error("the payload is not canonical JSON");
  }
  return readStatement(JSON.parse(text));
}

function checkTimes({ predicate }: CertificateStatement, nowMs: number): void {
  const { issued, expires } = predicate;
  if (Date.parse(expires) <= nowMs) throw new Error(`the certificate expired at ${expires}`);
  if (Date.parse(issued) > nowMs + clockSkewMs) {
    throw new Error(`the certificate was issued in the future, at ${issued}`);
  }
}

function checkConfig({ predicate }: CertificateStatement, now: string | undefined): void {
  if (now === undefined || predicate.config.sha256 === now) return;
  throw new Error(
    `the config is another one now: certified ${predicate.config.sha256}, found ${now}`,
  );
}
