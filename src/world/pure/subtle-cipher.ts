import { constants, createCipheriv, createDecipheriv } from "node:crypto";
import { privateDecrypt, publicEncrypt } from "node:crypto";
import {
  type Algorithm,
  algorithmOf,
  bufferOf,
  bytesOf,
  hashOf,
  keyFor,
  type KeyUsage,
  type Twin,
  type UsableKey,
} from "./subtle-args.ts";

/** Encrypts or decrypts as Web Crypto does; undefined where the real function must decide. */
export function cipherTwin(
  usage: KeyUsage,
  args: readonly [unknown, unknown, unknown],
): Twin | undefined {
  const algorithm = algorithmOf(args[0]);
  const key = keyFor(args[1], algorithm, usage);
  const data = bytesOf(args[2]);
  if (algorithm === undefined || key === undefined || data === undefined) return undefined;
  const isEncrypting = usage === "encrypt" || usage === "wrapKey";
  const job: Job = { isEncrypting, algorithm, key, data };
  if (algorithm.name === "AES-CBC") return cbc(job);
  if (algorithm.name === "AES-CTR") return ctr(job);
  if (algorithm.name === "AES-GCM") return gcm(job);
  if (algorithm.name === "RSA-OAEP") return oaep(job);
  if (algorithm.name === "AES-KW" && usage.endsWith("rapKey")) return keyWrap(job);
  return undefined;
}

// --- inside ---

const blockLength = 16;
const tagBits: ReadonlySet<unknown> = new Set([32, 64, 96, 104, 112, 120, 128]);
/** The fixed start of every key wrapped by RFC 3394. */
const wrapStart = Buffer.alloc(8, 0xa6);

interface Job {
  readonly isEncrypting: boolean;
  readonly algorithm: Algorithm;
  readonly key: UsableKey;
  readonly data: Uint8Array;
}

/** Old versions refuse at once what has no room for a tag; later ones ask a thread, in vain. */
const tooShort: Twin | undefined = refusesShort()
  ? undefined
  : () => {
      throw new Error("Cipher job failed");
    };

function refusesShort(): boolean {
  return Number.parseInt(process.versions.node, 10) < 24;
}

function bitsOf(key: UsableKey): string {
  return String(key.algorithm["length"]);
}

function cbc(job: Job): Twin | undefined {
  const iv = bytesOf(job.algorithm["iv"]);
  if (iv?.length !== blockLength) return undefined;
  return () => bufferOf(plainCipher(job, `aes-${bitsOf(job.key)}-cbc`, iv));
}

function ctr(job: Job): Twin | undefined {
  const counter = bytesOf(job.algorithm["counter"]);
  const { length } = job.algorithm;
  if (counter?.length !== blockLength || !Number.isInteger(length)) return undefined;
  const bits = length as number;
  if (bits < 1 || bits > 128) return undefined;
  const limit = 1n << BigInt(bits);
  const start = BigInt(`0x${Buffer.from(counter).toString("hex")}`) % limit;
  const blocks = BigInt(Math.ceil(job.data.length / blockLength));
  // OpenSSL counts over all 128 bits; a counter that wraps earlier is left to the real one.
  if (start + blocks > limit) return undefined;
  return () => bufferOf(plainCipher(job, `aes-${bitsOf(job.key)}-ctr`, counter));
}

function keyWrap(job: Job): Twin {
  return () => bufferOf(plainCipher(job, `aes${bitsOf(job.key)}-wrap`, wrapStart));
}

function plainCipher(job: Job, name: string, iv: Uint8Array): Buffer {
  const make = job.isEncrypting ? createCipheriv : createDecipheriv;
  const cipher = make(name, job.key.object, iv);
  return Buffer.concat([cipher.update(job.data), cipher.final()]);
}

function gcm({ isEncrypting, algorithm, key, data }: Job): Twin | undefined {
  const iv = bytesOf(algorithm["iv"]);
  const extra = algorithm["additionalData"];
  const additional = extra === undefined ? new Uint8Array() : bytesOf(extra);
  const { tagLength = 128 } = algorithm;
  if (iv === undefined || iv.length === 0 || additional === undefined) return undefined;
  if (!tagBits.has(tagLength)) return undefined;
  const authTagLength = (tagLength as number) / 8;
  if (!isEncrypting && data.length < authTagLength) return tooShort;
  const name = `aes-${bitsOf(key)}-gcm` as "aes-256-gcm";
  if (isEncrypting) {
    return () => {
      const cipher = createCipheriv(name, key.object, iv, { authTagLength });
      cipher.setAAD(additional);
      const body = [cipher.update(data), cipher.final()];
      return bufferOf(Buffer.concat([...body, cipher.getAuthTag()]));
    };
  }
  return () => {
    const cipher = createDecipheriv(name, key.object, iv, { authTagLength });
    cipher.setAAD(additional);
    cipher.setAuthTag(data.subarray(data.length - authTagLength));
    const body = cipher.update(data.subarray(0, data.length - authTagLength));
    return bufferOf(Buffer.concat([body, cipher.final()]));
  };
}

function oaep({ isEncrypting, algorithm, key, data }: Job): Twin | undefined {
  const oaepHash = hashOf(key.algorithm["hash"]);
  const { label } = algorithm;
  const oaepLabel = label === undefined ? undefined : bytesOf(label);
  if (oaepHash === undefined || (label !== undefined && oaepLabel === undefined)) return undefined;
  if (key.type !== (isEncrypting ? "public" : "private")) return undefined;
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const named = oaepLabel === undefined ? {} : { oaepLabel };
  const options = { key: key.object, padding, oaepHash, ...named };
  return () => bufferOf((isEncrypting ? publicEncrypt : privateDecrypt)(options, data));
}
