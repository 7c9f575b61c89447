import { type BuiltinRow, refused } from "./builtin-row.ts";

const keys = "makes a key or a signature from the host's entropy";

/** Cryptography: what draws from the seed, what only computes, what takes the host's entropy. */
export const cryptoRows: readonly BuiltinRow[] = [
  {
    module: "crypto",
    is: "simulated",
    names: `argon2 checkPrime decapsulate diffieHellman encapsulate hkdf pbkdf2
        prng pseudoRandomBytes randomBytes randomFill randomFillSync randomInt randomUUID
        randomUUIDv7 rng scrypt sign verify`,
  },
  {
    module: "crypto",
    is: "simulated",
    through: `globalThis.Crypto.prototype.getRandomValues
        globalThis.SubtleCrypto.prototype.digest`,
    names: "getRandomValues subtle webcrypto",
  },
  {
    module: "crypto",
    is: "varies",
    why: keys,
    names: `generateKeySync generateKeyPairSync generatePrimeSync createDiffieHellman
        createDiffieHellmanGroup getDiffieHellman createECDH createSign publicEncrypt DiffieHellman
        DiffieHellmanGroup ECDH Sign`,
  },
  refused({
    module: "crypto",
    seam: "entropy",
    why: keys,
    instead: "make the key before the run, or pass it in",
    names: "generateKey generateKeyPair generatePrime",
  }),
  refused({
    module: "crypto",
    seam: "native",
    why: "loads native code, which can do everything",
    instead: "call it where the program starts, not in what a run calls",
    names: "setEngine",
  }),
  {
    module: "crypto",
    is: "varies",
    why: "differs with the load of the machine and the process",
    names: "secureHeapUsed",
  },
  {
    module: "crypto",
    is: "varies",
    why: "changes this process, in later runs too",
    names: "setFips fips=",
  },
  {
    module: "crypto",
    is: "pure",
    names: `Certificate Cipher Cipheriv Decipher Decipheriv Hash Hmac KeyObject Verify
        X509Certificate argon2Sync checkPrimeSync constants createCipher createCipheriv
        createDecipher createDecipheriv createHash createHmac createMac createPrivateKey
        createPublicKey createSecretKey createVerify fips getCipherInfo getCiphers getCurves getFips
        getHashes getMacs hash hkdfSync parsePKCS12 pbkdf2Sync privateDecrypt privateEncrypt
        publicDecrypt scryptSync timingSafeEqual prng= pseudoRandomBytes= rng=`,
  },
];
