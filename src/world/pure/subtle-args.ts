import { KeyObject, type webcrypto } from "node:crypto";
import { isCryptoKey } from "node:util/types";

/** An algorithm as Web Crypto is given it: a name, or a name with parameters. */
export interface Algorithm {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** What a synchronous twin computes; it may throw, which is then the failure of the operation. */
export type Twin = () => unknown;

/** Reads the algorithm, or undefined where the real function must refuse it. */
export function algorithmOf(given: unknown): Algorithm | undefined {
  if (typeof given === "string") return { name: given.toUpperCase() };
  if (typeof given !== "object" || given === null) return undefined;
  const name: unknown = Reflect.get(given, "name");
  return typeof name === "string" ? { ...given, name: name.toUpperCase() } : undefined;
}

/** Reads bytes without copying them, or undefined where they are none. */
export function bytesOf(given: unknown): Uint8Array | undefined {
  if (given instanceof ArrayBuffer) return new Uint8Array(given);
  if (!ArrayBuffer.isView(given)) return undefined;
  return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
}

/** The bytes as an ArrayBuffer of their own, which is what Web Crypto gives back. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

/** OpenSSL's name of a hash, or undefined where it is none that every version knows. */
export function hashOf(given: unknown): string | undefined {
  return hashes[algorithmOf(given)?.name ?? ""];
}

/** How many bits a hash works on at a time: the length of an HMAC key where none is said. */
export function blockBitsOf(hash: string): number {
  return hash === "sha384" || hash === "sha512" ? 1_024 : 512;
}

/** A key that may be used so with this algorithm, or undefined where the real one must refuse. */
export function keyFor(
  key: unknown,
  algorithm: Algorithm | undefined,
  usage: KeyUsage,
): UsableKey | undefined {
  if (algorithm === undefined || !isCryptoKey(key)) return undefined;
  const own = algorithmOf(key.algorithm);
  if (own === undefined || own.name !== algorithm.name) return undefined;
  if (!key.usages.includes(usage)) return undefined;
  return { algorithm: own, type: key.type, object: objectOf(key) };
}

/** A key with what a twin needs of it. */
export interface UsableKey {
  /** Of the key, its name in capitals. */
  readonly algorithm: Algorithm;
  readonly type: string;
  readonly object: KeyObject;
}

/** What a key may be used for. */
export type KeyUsage =
  | "encrypt"
  | "decrypt"
  | "sign"
  | "verify"
  | "deriveKey"
  | "deriveBits"
  | "wrapKey"
  | "unwrapKey";

/** The key itself; without the warning that later versions give where it cannot be exported. */
export function objectOf(key: webcrypto.CryptoKey): KeyObject {
  const before: unknown = Reflect.get(process, "noDeprecation");
  Reflect.set(process, "noDeprecation", true);
  try {
    return KeyObject.from(key);
  } finally {
    Reflect.set(process, "noDeprecation", before);
  }
}

// --- inside ---

const hashes: Readonly<Record<string, string>> = {
  "SHA-1": "sha1",
  "SHA-256": "sha256",
  "SHA-384": "sha384",
  "SHA-512": "sha512",
};
