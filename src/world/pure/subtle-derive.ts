import { diffieHellman, hkdfSync, pbkdf2Sync } from "node:crypto";
import { isCryptoKey } from "node:util/types";
import {
  type Algorithm,
  algorithmOf,
  blockBitsOf,
  bufferOf,
  bytesOf,
  hashOf,
  keyFor,
  objectOf,
  type Twin,
  type UsableKey,
} from "./subtle-args.ts";

/** Derives bits as Web Crypto does; undefined where the real function must decide. */
export function deriveTwin(
  usage: "deriveBits" | "deriveKey",
  args: readonly [unknown, unknown, unknown],
): Twin | undefined {
  const algorithm = algorithmOf(args[0]);
  const key = keyFor(args[1], algorithm, usage);
  const [, , bits = null] = args;
  if (algorithm === undefined || key === undefined) return undefined;
  if (algorithm.name === "PBKDF2") return pbkdf2(algorithm, key, bits);
  if (algorithm.name === "HKDF") return hkdf(algorithm, key, bits);
  if (algorithm.name === "ECDH" || algorithm.name === "X25519") return agree(algorithm, key, bits);
  return undefined;
}

/** How many bits a key of this algorithm is made from, or undefined where that is not clear. */
export function keyBitsOf(given: unknown): number | undefined {
  const algorithm = algorithmOf(given);
  const length = algorithm?.["length"];
  if (algorithm?.name.startsWith("AES-") === true) {
    return [128, 192, 256].includes(length as number) ? (length as number) : undefined;
  }
  if (algorithm?.name !== "HMAC") return undefined;
  const hash = hashOf(algorithm["hash"]);
  if (length === undefined) return hash === undefined ? undefined : blockBitsOf(hash);
  return isWholeBytes(length) ? length : undefined;
}

// --- inside ---

const hkdfBlocksMax = 255;
const digestLengths: Readonly<Record<string, number>> = {
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

function isWholeBytes(bits: unknown): bits is number {
  return Number.isInteger(bits) && (bits as number) > 0 && (bits as number) % 8 === 0;
}

function pbkdf2(algorithm: Algorithm, key: UsableKey, bits: unknown): Twin | undefined {
  const hash = hashOf(algorithm["hash"]);
  const salt = bytesOf(algorithm["salt"]);
  const { iterations } = algorithm;
  const isCount = Number.isInteger(iterations) && (iterations as number) > 0;
  if (hash === undefined || salt === undefined || !isCount || !isWholeBytes(bits)) return undefined;
  const password = key.object.export();
  return () => bufferOf(pbkdf2Sync(password, salt, iterations as number, bits / 8, hash));
}

function hkdf(algorithm: Algorithm, key: UsableKey, bits: unknown): Twin | undefined {
  const hash = hashOf(algorithm["hash"]);
  const salt = bytesOf(algorithm["salt"]);
  const info = bytesOf(algorithm["info"]);
  if (hash === undefined || salt === undefined || info === undefined) return undefined;
  if (!isWholeBytes(bits)) return undefined;
  // Too long is refused before a thread is asked.
  if (bits / 8 > hkdfBlocksMax * (digestLengths[hash] ?? 0)) return undefined;
  return () => hkdfSync(hash, key.object, salt, info, bits / 8);
}

/** ECDH and X25519; a length that is not of whole bytes is left to the real one. */
function agree(algorithm: Algorithm, key: UsableKey, bits: unknown): Twin | undefined {
  const other = algorithm["public"];
  if (!isCryptoKey(other) || other.type !== "public") return undefined;
  const own = algorithmOf(other.algorithm);
  const isSame = own?.name === algorithm.name && own["namedCurve"] === key.algorithm["namedCurve"];
  if (!isSame || key.type !== "private") return undefined;
  if (bits !== null && !isWholeBytes(bits)) return undefined;
  const publicKey = objectOf(other);
  return () => {
    const secret = diffieHellman({ privateKey: key.object, publicKey });
    if (bits === null) return bufferOf(secret);
    if (secret.length * 8 < bits) {
      throw new DOMException("derived bit length is too small", "OperationError");
    }
    return bufferOf(secret.subarray(0, bits / 8));
  };
}
