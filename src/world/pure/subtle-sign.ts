import { constants, createHash, createHmac, type KeyObject } from "node:crypto";
import { sign, timingSafeEqual, verify } from "node:crypto";
import {
  type Algorithm,
  algorithmOf,
  bufferOf,
  bytesOf,
  hashOf,
  keyFor,
  type Twin,
  type UsableKey,
} from "./subtle-args.ts";

/** Digests as Web Crypto does; undefined where the real function must decide. */
export function digestTwin(args: readonly unknown[]): Twin | undefined {
  const hash = hashOf(args[0]);
  const data = bytesOf(args[1]);
  if (hash === undefined || data === undefined) return undefined;
  return () => bufferOf(createHash(hash).update(data).digest());
}

/** Signs as Web Crypto does; undefined where the real function must decide. */
export function signTwin(args: readonly unknown[]): Twin | undefined {
  const algorithm = algorithmOf(args[0]);
  const key = keyFor(args[1], algorithm, "sign");
  const data = bytesOf(args[2]);
  if (algorithm === undefined || key === undefined || data === undefined) return undefined;
  if (algorithm.name === "HMAC") return hmacTwin(key, data);
  const way = wayOf(algorithm, key, "private");
  return way && (() => bufferOf(realSign(way.hash, data, way.key)));
}

/** Verifies as Web Crypto does; undefined where the real function must decide. */
export function verifyTwin(args: readonly unknown[]): Twin | undefined {
  const algorithm = algorithmOf(args[0]);
  const key = keyFor(args[1], algorithm, "verify");
  const signature = bytesOf(args[2]);
  const data = bytesOf(args[3]);
  if (algorithm === undefined || key === undefined) return undefined;
  if (signature === undefined || data === undefined) return undefined;
  if (algorithm.name === "HMAC") {
    const twin = hmacTwin(key, data);
    return twin && (() => areEqual(new Uint8Array(twin()), signature));
  }
  const way = wayOf(algorithm, key, "public");
  return way && (() => realVerify(way.hash, data, way.key, signature));
}

// --- inside ---

/** Without a callback these are synchronous; kept so that nothing else can stand in between. */
const realSign = sign;
const realVerify = verify;

interface Way {
  readonly hash: string | null;
  readonly key: {
    readonly key: KeyObject;
    readonly dsaEncoding?: "ieee-p1363";
    readonly padding?: number;
    readonly saltLength?: number;
  };
}

function hmacTwin(key: UsableKey, data: Uint8Array): (() => ArrayBuffer) | undefined {
  const hash = hashOf(key.algorithm["hash"]);
  if (hash === undefined) return undefined;
  return () => bufferOf(createHmac(hash, key.object).update(data).digest());
}

function wayOf(algorithm: Algorithm, { object, ...key }: UsableKey, type: string): Way | undefined {
  if (key.type !== type) return undefined;
  if (algorithm.name === "ED25519") return { hash: null, key: { key: object } };
  const isEcdsa = algorithm.name === "ECDSA";
  const hash = hashOf(isEcdsa ? algorithm["hash"] : key.algorithm["hash"]);
  if (hash === undefined) return undefined;
  if (isEcdsa) return { hash, key: { key: object, dsaEncoding: "ieee-p1363" } };
  if (algorithm.name === "RSASSA-PKCS1-V1_5") return { hash, key: { key: object } };
  const { saltLength } = algorithm;
  if (algorithm.name !== "RSA-PSS" || !Number.isInteger(saltLength)) return undefined;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return { hash, key: { key: object, padding, saltLength: saltLength as number } };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
