import { generateKeyPairSync, type KeyObject, KeyObject as Keys } from "node:crypto";
import { isCryptoKey } from "node:util/types";
import { fillFromDecision } from "../entropy.ts";
import type { SimWorld } from "../sim-world.ts";
import { type Algorithm, algorithmOf, bufferOf, type KeyUsage, type Twin } from "./subtle-args.ts";
import { keyBitsOf } from "./subtle-derive.ts";

/** Exports a key of a pair as Web Crypto does; secret keys and JWK need no thread anyway. */
export function exportTwin(args: readonly unknown[]): Twin | undefined {
  const [format, key] = args;
  if (!isCryptoKey(key) || !key.extractable) return undefined;
  const object = Keys.from(key);
  if (format === "spki" && key.type === "public") {
    return () => bufferOf(object.export({ format: "der", type: "spki" }));
  }
  if (format === "pkcs8" && key.type === "private") {
    return () => bufferOf(object.export({ format: "der", type: "pkcs8" }));
  }
  const hasRaw = !key.algorithm.name.startsWith("RSA");
  if (format === "raw" && key.type === "public" && hasRaw) return () => rawOf(object);
  return undefined;
}

/** How a key is imported again, after it was made: the arguments of `importKey`. */
export type ImportArgs = readonly [string, ArrayBuffer, unknown, boolean, readonly KeyUsage[]];

/** A key, or both keys of a pair, still to be imported. */
export interface Generated {
  readonly publicKey?: ImportArgs;
  readonly privateKey: ImportArgs;
}

/**
 * Makes keys as Web Crypto does; undefined where the real function must decide. Secret keys are
 * decided like all other chance; pairs are made by OpenSSL from the host's entropy.
 */
export function generateTwin(
  world: SimWorld,
  args: readonly unknown[],
): (() => Generated) | undefined {
  const [given, extractable, usages] = args;
  const algorithm = algorithmOf(given);
  if (algorithm === undefined || typeof extractable !== "boolean") return undefined;
  if (!Array.isArray(usages) || usages.length === 0) return undefined;
  const known = usagesOf[algorithm.name];
  const allowed = known && [...known.public, ...known.private];
  if (allowed === undefined || !usages.every((usage) => allowed.includes(usage as KeyUsage))) {
    return undefined;
  }
  const own = given as { readonly name: string };
  if (known?.public.length === 0 && algorithm.name !== "X25519" && algorithm.name !== "ECDH") {
    return secretTwin(world, own, [extractable, usages as KeyUsage[]]);
  }
  const make = pairMaker(algorithm);
  const split = (side: readonly KeyUsage[]): KeyUsage[] =>
    (usages as KeyUsage[]).filter((usage) => side.includes(usage));
  const privateUsages = split(known?.private ?? []);
  if (make === undefined || privateUsages.length === 0) return undefined;
  return () => {
    const pair = make();
    const spki = bufferOf(pair.publicKey.export({ format: "der", type: "spki" }));
    const pkcs8 = bufferOf(pair.privateKey.export({ format: "der", type: "pkcs8" }));
    return {
      publicKey: ["spki", spki, own, true, split(known?.public ?? [])],
      privateKey: ["pkcs8", pkcs8, own, extractable, privateUsages],
    };
  };
}

// --- inside ---

interface SplitUsages {
  readonly public: readonly KeyUsage[];
  readonly private: readonly KeyUsage[];
}

const ciphers: SplitUsages = {
  public: [],
  private: ["encrypt", "decrypt", "wrapKey", "unwrapKey"],
};
const signers: SplitUsages = { public: ["verify"], private: ["sign"] };
const derivers: SplitUsages = { public: [], private: ["deriveKey", "deriveBits"] };
const usagesOf: Readonly<Record<string, SplitUsages>> = {
  "AES-CBC": ciphers,
  "AES-CTR": ciphers,
  "AES-GCM": ciphers,
  "AES-KW": { public: [], private: ["wrapKey", "unwrapKey"] },
  HMAC: { public: [], private: ["sign", "verify"] },
  "RSASSA-PKCS1-V1_5": signers,
  "RSA-PSS": signers,
  "RSA-OAEP": { public: ["encrypt", "wrapKey"], private: ["decrypt", "unwrapKey"] },
  ECDSA: signers,
  ED25519: signers,
  ECDH: derivers,
  X25519: derivers,
};
const curves: ReadonlySet<unknown> = new Set(["P-256", "P-384", "P-521"]);

function secretTwin(
  world: SimWorld,
  own: { readonly name: string },
  [extractable, usages]: readonly [boolean, readonly KeyUsage[]],
): (() => Generated) | undefined {
  const bits = keyBitsOf(own);
  if (bits === undefined) return undefined;
  const bytes = new Uint8Array(bits / 8);
  fillFromDecision(world, "crypto.subtle.generateKey", bytes);
  return () => ({ privateKey: ["raw", bytes.buffer, own, extractable, usages] });
}

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

function pairMaker(algorithm: Algorithm): (() => Pair) | undefined {
  const { name, namedCurve, modulusLength, publicExponent } = algorithm;
  if (name === "ED25519") return () => generateKeyPairSync("ed25519");
  if (name === "X25519") return () => generateKeyPairSync("x25519");
  if (name === "ECDSA" || name === "ECDH") {
    if (!curves.has(namedCurve)) return undefined;
    return () => generateKeyPairSync("ec", { namedCurve: namedCurve as string });
  }
  if (!Number.isInteger(modulusLength) || !(publicExponent instanceof Uint8Array)) return undefined;
  const exponent = Number(`0x${Buffer.from(publicExponent).toString("hex")}`);
  if (!(exponent > 0 && exponent < 2 ** 32)) return undefined;
  const options = { modulusLength: modulusLength as number, publicExponent: exponent };
  return () => generateKeyPairSync("rsa", options);
}

function rawOf(key: KeyObject): ArrayBuffer {
  const { x = "", y } = key.export({ format: "jwk" });
  const parts = [Buffer.from(x, "base64url")];
  // A point on a curve has two coordinates and says first that it is not compressed.
  if (y !== undefined) parts.push(Buffer.from(y, "base64url"));
  const head = y === undefined ? [] : [Buffer.of(4)];
  return bufferOf(Buffer.concat([...head, ...parts]));
}
