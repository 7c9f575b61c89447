import { isCryptoKey } from "node:util/types";
import { activeWorld } from "../active-world.ts";
import type { SimWorld } from "../sim-world.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { algorithmOf, bytesOf, type Twin } from "./subtle-args.ts";
import { cipherTwin } from "./subtle-cipher.ts";
import { deriveTwin, keyBitsOf } from "./subtle-derive.ts";
import { exportTwin, type Generated, generateTwin, type ImportArgs } from "./subtle-keys.ts";
import { digestTwin, signTwin, verifyTwin } from "./subtle-sign.ts";

/**
 * Lets `crypto.subtle` compute by synchronous twins and complete when decided. What a twin does not
 * know, and all that must be refused, goes to the real function; `importKey` needs no thread.
 */
export function installSubtle(): void {
  for (const [name, plan] of Object.entries(plans)) install(name, plan);
}

// --- inside ---

const { subtle } = globalThis.crypto;
const prototype: object = Object.getPrototypeOf(subtle);
const { importKey } = subtle;
const failure = "The operation failed for an operation-specific reason";

/** Starts an operation, or gives undefined where the real function must decide. */
type Plan = (world: SimWorld, args: readonly unknown[]) => Promise<unknown> | undefined;

const plans: Readonly<Record<string, Plan>> = {
  digest: simple("digest", digestTwin),
  sign: simple("sign", signTwin),
  verify: simple("verify", verifyTwin),
  encrypt: simple("encrypt", (args) => cipherTwin("encrypt", [args[0], args[1], args[2]])),
  decrypt: simple("decrypt", (args) => cipherTwin("decrypt", [args[0], args[1], args[2]])),
  deriveBits: simple("deriveBits", (args) => deriveTwin("deriveBits", [args[0], args[1], args[2]])),
  exportKey: simple("exportKey", exportTwin),
  deriveKey,
  generateKey,
  wrapKey,
  unwrapKey,
};

function install(name: string, plan: Plan): void {
  const original = Reflect.get(prototype, name) as AnyFunction;
  replaceFunction(prototype, name, function standIn(this: unknown, ...args: unknown[]): unknown {
    const world = activeWorld;
    const started = world === undefined || this !== subtle ? undefined : plan(world, args);
    return started ?? Reflect.apply(original, this, args as never[]);
  });
}

function simple(name: string, twinOf: (args: readonly unknown[]) => Twin | undefined): Plan {
  return (world, args) => {
    const twin = twinOf(args);
    return twin && completed(world, name, twin);
  };
}

/** Computes at once, as a fast thread would; what is decided is when the caller hears of it. */
function completed<T>(world: SimWorld, name: string, twin: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    let settle: () => void;
    try {
      const result = twin();
      settle = () => resolve(result);
    } catch (thrown) {
      settle = () => reject(asOperationError(thrown));
    }
    world.complete(`crypto.subtle.${name}`, settle);
  });
}

function asOperationError(thrown: unknown): Error {
  if (thrown instanceof DOMException) return thrown;
  const options = { name: "OperationError", cause: thrown };
  return Reflect.construct(DOMException, [failure, options]);
}

function deriveKey(world: SimWorld, args: readonly unknown[]): Promise<unknown> | undefined {
  const [algorithm, key, derived, extractable, usages] = args;
  const bits = keyBitsOf(derived);
  if (bits === undefined || args.length < 5) return undefined;
  const twin = deriveTwin("deriveKey", [algorithm, key, bits]);
  return twin && completed(world, "deriveKey", twin).then(intoKey(derived, extractable, usages));
}

function intoKey(...rest: unknown[]): (bits: unknown) => Promise<unknown> {
  return (bits) => importNow(["raw", bits, ...rest]);
}

function importNow(args: ImportArgs | readonly unknown[]): Promise<unknown> {
  return Reflect.apply(importKey as AnyFunction, subtle, args as never[]) as Promise<unknown>;
}

function generateKey(world: SimWorld, args: readonly unknown[]): Promise<unknown> | undefined {
  const twin = generateTwin(world, args);
  return twin && completed(world, "generateKey", twin).then(importGenerated);
}

async function importGenerated(made: Generated): Promise<unknown> {
  const privateKey = await importNow(made.privateKey);
  if (made.publicKey === undefined) return privateKey;
  return Object.assign(Object.create(null), {
    publicKey: await importNow(made.publicKey),
    privateKey,
  });
}

function wrapKey(world: SimWorld, args: readonly unknown[]): Promise<unknown> | undefined {
  const [format, key, wrappingKey, algorithm] = args;
  const probe = cipherTwin("wrapKey", [algorithm, wrappingKey, new Uint8Array(16)]);
  // Whatever is wrong with the key that is wrapped, exporting it says.
  if (probe === undefined || !isCryptoKey(key) || !key.extractable) return undefined;
  return subtle.exportKey(format as "raw", key).then((exported: unknown) => {
    const data = bytesOf(exported) ?? jwkBytes(exported, algorithm);
    const twin = cipherTwin("wrapKey", [algorithm, wrappingKey, data]);
    return twin && completed(world, "wrapKey", twin);
  });
}

/** A wrapped JWK is padded with spaces, because AES-KW takes whole groups of eight bytes. */
function jwkBytes(jwk: unknown, algorithm: unknown): Uint8Array {
  const text = JSON.stringify(jwk);
  const isPadded = algorithmOf(algorithm)?.name === "AES-KW";
  return Buffer.from(isPadded ? text.padEnd(Math.ceil(text.length / 8) * 8) : text);
}

function unwrapKey(world: SimWorld, args: readonly unknown[]): Promise<unknown> | undefined {
  const [format, wrapped, unwrappingKey, algorithm, ...rest] = args;
  const twin = cipherTwin("unwrapKey", [algorithm, unwrappingKey, wrapped]);
  if (twin === undefined || rest.length < 3) return undefined;
  return completed(world, "unwrapKey", twin).then((data) =>
    importNow([format, format === "jwk" ? parsedJwk(data) : data, ...rest]),
  );
}

function parsedJwk(data: unknown): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(data as ArrayBuffer));
  } catch {
    throw new DOMException("Invalid wrapped JWK key", "DataError");
  }
}
