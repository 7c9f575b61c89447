import crypto from "node:crypto";
import { isCryptoKey } from "node:util/types";
import { activeWorld } from "../active-world.ts";
import { completeInContext } from "../completion.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";

/**
 * Lets the functions of `node:crypto` that take a callback run their synchronous twin and call back
 * when decided. What they make from entropy is still the host's and stays on the uncontrolled list.
 */
export function installCryptoTwins(): void {
  for (const twin of twins) if (typeof Reflect.get(crypto, twin.name) === "function") install(twin);
}

// --- inside ---

interface Twin {
  readonly name: string;
  readonly sync: string;
  /** How the results are handed over: Node is not consistent about "no error". */
  readonly success: null | undefined;
  /** Whether the twin gives an object whose fields are the arguments of the callback. */
  readonly fields?: readonly string[];
  /** What Node does before it leaves for a thread, and so throws at the call. */
  readonly prepare?: (args: readonly unknown[]) => unknown;
}

const keyPair = ["publicKey", "privateKey"];
const twins: readonly Twin[] = [
  { name: "pbkdf2", sync: "pbkdf2Sync", success: null },
  { name: "scrypt", sync: "scryptSync", success: null },
  { name: "hkdf", sync: "hkdfSync", success: null },
  { name: "argon2", sync: "argon2Sync", success: null },
  { name: "generateKey", sync: "generateKeySync", success: null },
  { name: "generateKeyPair", sync: "generateKeyPairSync", success: null, fields: keyPair },
  { name: "generatePrime", sync: "generatePrimeSync", success: undefined },
  { name: "checkPrime", sync: "checkPrimeSync", success: undefined },
  { name: "sign", sync: "sign", success: null, prepare: (args) => privateKey(args[2]) },
  { name: "verify", sync: "verify", success: null, prepare: (args) => publicKey(args[2]) },
  { name: "diffieHellman", sync: "diffieHellman", success: null },
  {
    name: "encapsulate",
    sync: "encapsulate",
    success: null,
    prepare: (args) => publicKey(args[0]),
  },
  {
    name: "decapsulate",
    sync: "decapsulate",
    success: null,
    prepare: (args) => privateKey(args[0]),
  },
];

type Callback = (...args: unknown[]) => void;

function install(twin: Twin): void {
  const original = Reflect.get(crypto, twin.name) as AnyFunction;
  const sync = Reflect.get(crypto, twin.sync) as AnyFunction;
  const label = `crypto.${twin.name}`;
  replaceFunction(crypto, twin.name, (...args: unknown[]) => {
    const world = activeWorld;
    const callback = args.at(-1);
    // Without a callback it is either the synchronous form or refused in Node's own words.
    if (world === undefined || typeof callback !== "function") return apply(original, args);
    const given = args.slice(0, -1);
    try {
      twin.prepare?.(given);
    } catch {
      return apply(original, args);
    }
    const outcome = outcomeOf(twin, sync, given);
    completeInContext(world, label, () => (callback as Callback)(...outcome));
    return undefined;
  });
}

/** The arguments of the callback; errors that Node throws at the call are thrown. */
function outcomeOf(twin: Twin, sync: AnyFunction, args: readonly unknown[]): unknown[] {
  try {
    const result = apply(sync, args);
    if (twin.fields === undefined) return [twin.success, result];
    return [twin.success, ...twin.fields.map((field) => Reflect.get(Object(result), field))];
  } catch (thrown) {
    // Only where the preparation was done apart is what is left the failure of the thread's work.
    if (twin.prepare !== undefined && !isArgumentError(thrown)) return [thrown];
    throw thrown;
  }
}

function isArgumentError(thrown: unknown): boolean {
  const code: unknown = Reflect.get(Object(thrown), "code");
  return typeof code === "string" && /^ERR_(INVALID|OUT_OF_RANGE|MISSING|CRYPTO)/.test(code);
}

function privateKey(key: unknown): unknown {
  return isKeyObject(key) ? key : crypto.createPrivateKey(key as string);
}

function publicKey(key: unknown): unknown {
  return isKeyObject(key) ? key : crypto.createPublicKey(key as string);
}

/** A key that is parsed already, alone or with options beside it. */
function isKeyObject(key: unknown): boolean {
  const inner: unknown = Reflect.get(Object(key), "key");
  return [key, inner].some((value) => value instanceof crypto.KeyObject || isCryptoKey(value));
}

function apply(original: AnyFunction, args: readonly unknown[]): unknown {
  return Reflect.apply(original, crypto, args as never[]);
}
