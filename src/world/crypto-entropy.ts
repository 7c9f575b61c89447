import crypto from "node:crypto";
import { activeWorld } from "./active-world.ts";
import { callerPlace } from "./caller-stack.ts";
import { readEpochMs } from "./clock.ts";
import { completeInContext } from "./completion.ts";
import { fillForPool } from "./entropy-pools.ts";
import { fillFromDecision } from "./entropy.ts";
import type { SimWorld } from "./sim-world.ts";
import { type AnyFunction, replaceFunction } from "./stand-in.ts";

/** Puts decisions behind the random parts of `node:crypto` and Web Crypto. */
export function installCryptoEntropy(): void {
  installRandomBytes();
  installRandomFill();
  installRandomInt();
  installRandomUuid();
  installWebCrypto();
}

// --- inside ---

const bytesMax = 2 ** 31 - 1;
/** Node's own limit on the range of `randomInt`. */
const integersMax = 2 ** 48 - 1;

type BytesCallback = (error: null, bytes: Buffer) => void;

function installRandomBytes(): void {
  const original = crypto.randomBytes;
  const randomBytes = (size: number, callback?: BytesCallback): unknown => {
    const world = activeWorld;
    const isRefused = typeof size !== "number" || !(size >= 0 && size <= bytesMax);
    // What Node refuses is handed to it, to be refused in its own words.
    if (world === undefined || isRefused) return passOn(original, [size, callback]);
    if (callback !== undefined && typeof callback !== "function") {
      return passOn(original, [size, callback]);
    }
    const bytes = Buffer.alloc(Math.trunc(size));
    fillFromDecision(world, "crypto.randomBytes", bytes);
    if (callback === undefined) return bytes;
    completeInContext(world, "crypto.randomBytes", () => callback(null, bytes));
    return undefined;
  };
  replaceFunction(crypto, "randomBytes", randomBytes);
  // Old names of the same function; getters in some versions, missing in later ones.
  for (const name of ["pseudoRandomBytes", "prng", "rng"]) {
    const property = Object.getOwnPropertyDescriptor(crypto, name);
    if (property?.configurable !== true) continue;
    const { enumerable = false } = property;
    const alias = { value: randomBytes, enumerable, writable: true, configurable: true };
    Object.defineProperty(crypto, name, alias);
  }
}

/** How much a client of WebSocket draws at once, at least, and where from. */
const maskPoolBytesMin = 8_192;
const maskMakers: readonly RegExp[] = [
  /[\\/]ws[\\/]lib[\\/]sender\.js/,
  /[\\/]undici[\\/]lib[\\/]web[\\/]websocket/,
  /^node:internal\/deps\/undici/,
];
const maskByte = 0x67;

/**
 * Whether these bytes are to mask messages of a WebSocket. They are drawn for thousands of them at
 * once, so that a run would depend on how many were sent in the runs before it. All masks are
 * therefore the same: the other side takes them off, and nobody else sees them.
 */
function isMaskPool([buffer, offset, size]: readonly unknown[], below: AnyFunction): boolean {
  if (offset !== 0 || !Buffer.isBuffer(buffer) || buffer.length !== size) return false;
  if (buffer.length < maskPoolBytesMin) return false;
  const place = callerPlace(below);
  return maskMakers.some((maker) => maker.test(place));
}

type Fillable = NodeJS.ArrayBufferView | ArrayBuffer;
type FillCallback = (error: null, buffer: Fillable) => void;

function installRandomFill(): void {
  const { randomFill, randomFillSync } = crypto;
  /** The real one checks the arguments and fills the range, which is then filled again. */
  const fill = (world: SimWorld, label: string, args: unknown[]): Fillable => {
    const filled = passOn(randomFillSync, args) as Fillable;
    const [, offset, size] = args as (number | undefined)[];
    fillFromDecision(world, label, bytesWithin(filled, offset, size));
    return filled;
  };
  const standIn = (...args: unknown[]): unknown => {
    const world = activeWorld;
    if (world === undefined) return fillStock(args) ? args[0] : passOn(randomFillSync, args);
    if (isMaskPool(args, standIn)) return (args[0] as Buffer).fill(maskByte);
    return fill(world, "crypto.randomFillSync", args);
  };
  replaceFunction(crypto, "randomFillSync", standIn);
  replaceFunction(crypto, "randomFill", (...args: unknown[]) => {
    const world = activeWorld;
    const callbackAt = args.findIndex((arg, index) => index > 0 && typeof arg === "function");
    if (world === undefined || callbackAt === -1) return passOn(randomFill, args);
    const callback = args[callbackAt] as FillCallback;
    // Filled at once, as a fast thread would; what varies is when the caller hears of it.
    const filled = fill(world, "crypto.randomFill", args.slice(0, callbackAt));
    completeInContext(world, "crypto.randomFill", () => callback(null, filled));
    return undefined;
  });
}

/** Whether a whole array was filled for the stock of a package, between runs. */
function fillStock([array, ...range]: readonly unknown[]): boolean {
  return range.length === 0 && array instanceof Uint8Array && fillForPool(array);
}

function bytesWithin(filled: Fillable, offset = 0, size?: number): Uint8Array {
  const width = "BYTES_PER_ELEMENT" in filled ? filled.BYTES_PER_ELEMENT : 1;
  const start = offset * width;
  const length = size === undefined ? filled.byteLength - start : size * width;
  if (!ArrayBuffer.isView(filled)) return new Uint8Array(filled, start, length);
  return new Uint8Array(filled.buffer, filled.byteOffset + start, length);
}

type IntegerCallback = (error: undefined, value: number) => void;

function installRandomInt(): void {
  const original = crypto.randomInt;
  replaceFunction(crypto, "randomInt", (...args: [number, number, IntegerCallback?]) => {
    const world = activeWorld;
    const isMaxOnly = args[1] === undefined || typeof args[1] === "function";
    const [min, max, callback] = isMaxOnly ? ([0, ...args] as unknown as typeof args) : args;
    const isRange = Number.isSafeInteger(min) && Number.isSafeInteger(max) && min < max;
    const isCallback = callback === undefined || typeof callback === "function";
    if (world === undefined || !isRange || max - min > integersMax || !isCallback) {
      return passOn(original, args);
    }
    const value = world.decisions.integer("crypto.randomInt", { min, max: max - 1 });
    if (callback === undefined) return value;
    completeInContext(world, "crypto.randomInt", () => callback(undefined, value));
    return undefined;
  });
}

function installRandomUuid(): void {
  const { randomUUID } = crypto;
  replaceFunction(crypto, "randomUUID", (options?: crypto.RandomUUIDOptions) => {
    const world = activeWorld;
    // The real one checks the options where there are any.
    const uuid = world === undefined || options !== undefined ? randomUUID(options) : "";
    return world === undefined ? uuid : uuidV4(world);
  });
  const original: unknown = Reflect.get(crypto, "randomUUIDv7");
  if (typeof original !== "function") return;
  replaceFunction(crypto, "randomUUIDv7", (...args: unknown[]) => {
    const world = activeWorld;
    const uuid: unknown = Reflect.apply(original, crypto, args);
    return world === undefined ? uuid : uuidV7(world);
  });
}

function installWebCrypto(): void {
  const prototype: typeof globalThis.crypto = Object.getPrototypeOf(globalThis.crypto);
  const { getRandomValues, randomUUID } = prototype;
  replaceFunction(prototype, "getRandomValues", function standIn(this: unknown, ...args) {
    const filled: Fillable = Reflect.apply(getRandomValues, this, args);
    const world = activeWorld;
    if (world !== undefined) fillFromDecision(world, "crypto.getRandomValues", bytesWithin(filled));
    return filled;
  });
  replaceFunction(prototype, "randomUUID", function standIn(this: unknown) {
    const world = activeWorld;
    const isOurs = world !== undefined && this === globalThis.crypto;
    return isOurs ? uuidV4(world) : Reflect.apply(randomUUID, this, []);
  });
}

function uuidV4(world: SimWorld): string {
  const bytes = Buffer.alloc(16);
  fillFromDecision(world, "crypto.randomUUID", bytes);
  return uuidText(bytes, 4);
}

function uuidV7(world: SimWorld): string {
  const bytes = Buffer.alloc(16);
  fillFromDecision(world, "crypto.randomUUIDv7", bytes);
  bytes.writeUIntBE(readEpochMs(world), 0, 6);
  return uuidText(bytes, 7);
}

function uuidText(bytes: Buffer, version: 4 | 7): string {
  bytes.writeUInt8((version << 4) | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString("hex");
  const start = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}`;
  return `${start}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function passOn(original: (...args: never[]) => unknown, args: readonly unknown[]): unknown {
  return Reflect.apply(original, crypto, args as never[]);
}
