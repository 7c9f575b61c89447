import crypto from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { installWorld } from "../install.ts";

seededWorld();
installWorld();

const { subtle } = globalThis.crypto;
const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Buffer.from(bytes as Uint8Array).toString("hex");
const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at * 7);
const message = new TextEncoder().encode("a message of some length, longer than one block");
const rsa = crypto.generateKeyPairSync("rsa", { modulusLength: 1_024 });
const ec = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
const other = crypto.generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = crypto.generateKeyPairSync("ed25519");

function aes(name: string, usages: string[] = ["encrypt", "decrypt"]): Promise<CryptoKey> {
  return subtle.importKey("raw", bytes(32), name, true, usages as never);
}

function der(key: crypto.KeyObject, algorithm: object, usages: string[]): Promise<CryptoKey> {
  const [format, type] = key.type === "public" ? ["spki", "spki"] : ["pkcs8", "pkcs8"];
  const data = key.export({ format: "der", type: type as "spki" });
  return subtle.importKey(format as "spki", data, algorithm as never, true, usages as never);
}

const programs: Readonly<Record<string, () => unknown>> = {
  "pbkdf2, scrypt and hkdf": async () => [
    hex(await promisify(crypto.pbkdf2)("secret", "salt", 10, 24, "sha512")),
    hex((await promisify(crypto.scrypt)("secret", "salt", 16)) as Buffer),
    hex(await promisify(crypto.hkdf)("sha256", "key", "salt", "info", 20)),
  ],
  "their errors": async () => [
    await thrownBy(() => promisify(crypto.pbkdf2)("a", "b", 0, 8, "sha1")),
    await thrownBy(() => promisify(crypto.pbkdf2)("a", "b", 1, 8, "nothing")),
    await thrownBy(() => crypto.scrypt("a", "b", 8, { N: 2 ** 20 }, () => {})),
    await thrownBy(() => crypto.hkdf("sha256", "a", "b", "c", 1e6, () => {})),
    await thrownBy(() => crypto.scrypt("a", "b", 8, undefined as never)),
  ],
  "sign and verify with callbacks": async () => {
    const signature = await promisify(crypto.sign)("sha256", message, rsa.privateKey);
    const verify = promisify(crypto.verify) as (...args: unknown[]) => Promise<boolean>;
    return [
      hex(signature),
      await verify("sha256", message, rsa.publicKey, signature),
      await verify("sha256", bytes(3), rsa.publicKey, signature),
      await thrownBy(() => promisify(crypto.sign)("sha256", message, "no key")),
      await thrownBy(() => promisify(crypto.sign)("sha256", message, ec.publicKey)),
    ];
  },
  "generated keys and primes": async () => {
    const { publicKey } = await promisify(crypto.generateKeyPair)("ed25519");
    const key = await promisify(crypto.generateKey)("hmac", { length: 64 });
    const prime = await promisify(crypto.generatePrime)(32);
    const isPrime = await promisify(crypto.checkPrime)(new Uint8Array(prime as ArrayBuffer));
    return [publicKey.asymmetricKeyType, key.symmetricKeySize, isPrime];
  },
  digests: async () =>
    Promise.all(
      ["SHA-1", "sha-256", { name: "SHA-384" }, "SHA-512"].map(async (name) =>
        hex(await subtle.digest(name as string, message)),
      ),
    ),
  "digests that are refused": async () => [
    await thrownBy(() => subtle.digest("MD5", message)),
    await thrownBy(() => subtle.digest("SHA-256", "text" as never)),
    await thrownBy(() => Reflect.apply(subtle.digest, {}, ["SHA-256", message])),
  ],
  HMAC: async () => {
    const way = { name: "HMAC", hash: "SHA-256" };
    const key = await subtle.importKey("raw", bytes(20), way, false, ["sign", "verify"]);
    const signature = await subtle.sign("HMAC", key, message);
    const isSame = await subtle.verify("HMAC", key, signature, message);
    const isOther = await subtle.verify("HMAC", key, new Uint8Array(3), message);
    return [hex(signature), signature instanceof ArrayBuffer, isSame, isOther];
  },
  "AES in three modes": async () => {
    const cbc = await aes("AES-CBC");
    const ctr = await aes("AES-CTR");
    const gcm = await aes("AES-GCM");
    const cbcWay = { name: "AES-CBC", iv: bytes(16) };
    const ctrWay = { name: "AES-CTR", counter: bytes(16), length: 64 };
    const gcmWay = { name: "AES-GCM", iv: bytes(12), additionalData: bytes(5), tagLength: 96 };
    const sealed = await subtle.encrypt(gcmWay, gcm, message);
    return [
      hex(await subtle.encrypt(cbcWay, cbc, message)),
      hex(await subtle.decrypt(cbcWay, cbc, await subtle.encrypt(cbcWay, cbc, message))),
      hex(await subtle.encrypt(ctrWay, ctr, message)),
      hex(sealed),
      hex(await subtle.decrypt(gcmWay, gcm, sealed)),
    ];
  },
  "AES errors": async () => {
    const gcm = await aes("AES-GCM", ["decrypt"]);
    const way = { name: "AES-GCM", iv: bytes(12) };
    return [
      await thrownBy(() => subtle.decrypt(way, gcm, bytes(40))),
      await thrownBy(() => subtle.decrypt(way, gcm, bytes(4))),
      await thrownBy(() => subtle.encrypt(way, gcm, bytes(4))),
      await thrownBy(() => subtle.decrypt({ name: "AES-CBC", iv: bytes(16) }, gcm, bytes(16))),
      await thrownBy(() => subtle.decrypt({ ...way, tagLength: 5 }, gcm, bytes(40))),
    ];
  },
  "derived bits and keys": async () => {
    const base = (name: string): Promise<CryptoKey> =>
      subtle.importKey("raw", bytes(9), name, false, ["deriveBits", "deriveKey"]);
    const pbkdf2 = { name: "PBKDF2", hash: "SHA-256", salt: bytes(8), iterations: 20 };
    const hkdf = { name: "HKDF", hash: "SHA-512", salt: bytes(8), info: bytes(2) };
    const key = await subtle.deriveKey(
      pbkdf2,
      await base("PBKDF2"),
      { name: "AES-GCM", length: 256 },
      true,
      ["encrypt"],
    );
    return [
      hex(await subtle.deriveBits(pbkdf2, await base("PBKDF2"), 128)),
      hex(await subtle.deriveBits(hkdf, await base("HKDF"), 256)),
      hex(await subtle.exportKey("raw", key)),
      await thrownBy(async () => subtle.deriveBits(hkdf, await base("HKDF"), 7)),
      await thrownBy(async () => subtle.deriveBits(hkdf, await base("PBKDF2"), 8)),
    ];
  },
  "an agreed secret": async () => {
    const way = { name: "ECDH", namedCurve: "P-256" };
    const own = await der(ec.privateKey, way, ["deriveBits"]);
    const peer = await der(other.publicKey, way, []);
    return [
      hex(await subtle.deriveBits({ name: "ECDH", public: peer }, own, 256)),
      await thrownBy(() => subtle.deriveBits({ name: "ECDH", public: peer }, own, 512)),
      hex(await subtle.exportKey("raw", peer)),
    ];
  },
  "signatures of pairs": async () => {
    const pkcs = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
    const pss = { name: "RSA-PSS", hash: "SHA-256" };
    const ecdsa = { name: "ECDSA", namedCurve: "P-256" };
    const rsaKey = await der(rsa.privateKey, pkcs, ["sign"]);
    const edKey = await der(ed.privateKey, { name: "Ed25519" }, ["sign"]);
    const ecWay = { name: "ECDSA", hash: "SHA-384" };
    const pssWay = { name: "RSA-PSS", saltLength: 20 };
    const made = [
      await subtle.sign(ecWay, await der(ec.privateKey, ecdsa, ["sign"]), message),
      await subtle.sign(pssWay, await der(rsa.privateKey, pss, ["sign"]), message),
    ] as const;
    return [
      hex(await subtle.sign(pkcs.name, rsaKey, message)),
      hex(await subtle.sign("Ed25519", edKey, message)),
      made[0].byteLength,
      await subtle.verify(ecWay, await der(ec.publicKey, ecdsa, ["verify"]), made[0], message),
      await subtle.verify(pssWay, await der(rsa.publicKey, pss, ["verify"]), made[1], message),
    ];
  },
  "exported, wrapped and unwrapped keys": async () => {
    const oaep = { name: "RSA-OAEP", hash: "SHA-1" };
    const wrapper = await aes("AES-KW", ["wrapKey", "unwrapKey"]);
    const key = await aes("AES-GCM");
    const wrapped = await subtle.wrapKey("raw", key, wrapper, "AES-KW");
    const jwk = await subtle.wrapKey("jwk", key, wrapper, "AES-KW");
    const back = await subtle.unwrapKey("jwk", jwk, wrapper, "AES-KW", "AES-GCM", true, [
      "encrypt",
    ]);
    const closed = await der(rsa.publicKey, oaep, ["encrypt"]);
    const open = await der(rsa.privateKey, oaep, ["decrypt"]);
    return [
      hex(wrapped),
      hex(jwk),
      hex(await subtle.exportKey("raw", back)),
      hex(await subtle.exportKey("spki", closed)),
      hex(await subtle.exportKey("pkcs8", open)),
      hex(await subtle.decrypt(oaep, open, await subtle.encrypt(oaep, closed, bytes(9)))),
    ];
  },
  "generated keys of Web Crypto": async () => {
    const rsaWay = {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 1_024,
      publicExponent: Uint8Array.of(1, 0, 1),
    };
    const shown = (key: CryptoKey): unknown => [
      key.type,
      key.algorithm,
      key.usages,
      key.extractable,
    ];
    const pairs = [
      await subtle.generateKey(rsaWay, false, ["sign", "verify"]),
      await subtle.generateKey({ name: "ECDH", namedCurve: "P-384" }, true, ["deriveBits"]),
      await subtle.generateKey("Ed25519", true, ["sign", "verify"]),
    ] as CryptoKeyPair[];
    const hmac = { name: "HMAC", hash: "SHA-384" };
    return [
      pairs.map((pair) => [shown(pair.publicKey), shown(pair.privateKey)]),
      shown((await subtle.generateKey(hmac, true, ["sign"])) as CryptoKey),
      shown(await subtle.generateKey({ name: "AES-CBC", length: 192 }, true, ["encrypt"])),
      await thrownBy(() => subtle.generateKey({ name: "AES-CBC", length: 5 }, true, ["encrypt"])),
      await thrownBy(() => subtle.generateKey(hmac, true, ["encrypt"])),
    ];
  },
};

type CryptoKey = crypto.webcrypto.CryptoKey;
type CryptoKeyPair = crypto.webcrypto.CryptoKeyPair;

for (const [name, program] of Object.entries(programs)) {
  test(`${name}: the same as in the real world`, async () => {
    expect(await inWorld(program)).toEqual(await program());
  });
}

test("a secret key that is made in a run comes from its decisions", async () => {
  const make = async (): Promise<string> => {
    const key = await subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]);
    return hex(await subtle.exportKey("raw", key));
  };
  const first = await inWorld(make, seededWorld(1));
  expect(await inWorld(make, seededWorld(1))).toBe(first);
  expect(await inWorld(make, seededWorld(2))).not.toBe(first);
});

test("which digest comes first is decided", async () => {
  const race = async (): Promise<string> =>
    Promise.race(["SHA-1", "SHA-512"].map((name) => subtle.digest(name, message).then(() => name)));
  const winners = new Set<string>();
  for (let seed = 1; seed <= 12; seed++) winners.add(await inWorld(race, seededWorld(seed)));
  expect([...winners].toSorted()).toEqual(["SHA-1", "SHA-512"]);
});
