import { bytesFromHex, bytesToHex } from "./bytes.ts";
import { GauntletError } from "../errors/gauntlet-error.ts";

export { literalText } from "./literal-text.ts";

/**
 * Plain data in a form that JSON keeps exactly. What JSON itself loses is an object with one key
 * that begins with `$`: `{"$number":"-0"}`, `{"$map":[[1,2]]}`.
 */
export type Encoded =
  | null
  | boolean
  | number
  | string
  | readonly Encoded[]
  | { readonly [key: string]: Encoded };

/** The longest literal that a trace keeps, as JSON text. */
export const literalLengthMax = 65_536;

/**
 * Encodes plain data, or gives undefined where the value is more than its data: a function, a class
 * instance, a getter, something frozen, one object in two places. Such a value is drawn again.
 */
export function encodeLiteral(value: unknown): Encoded | undefined {
  const seen: Seen = { objects: new Set(), lengthLeft: literalLengthMax };
  try {
    const encoded = encode(value, seen, 0);
    if (encoded === undefined) return undefined;
    return JSON.stringify(encoded).length <= literalLengthMax ? encoded : undefined;
  } catch {
    // A proxy or a forged prototype may throw from any operation: whatever it is, it is not plain.
    return undefined;
  }
}

/** Gives back what `encodeLiteral` was given; the input may come from anyone. */
export function decodeLiteral(encoded: unknown): unknown {
  return decode(encoded, 0);
}

// --- inside ---

/** Deep enough for data that people write, shallow enough for any stack. */
const depthMax = 200;

interface Seen {
  /** Every object met so far: meeting one again means a cycle or a shared reference. */
  readonly objects: Set<object>;
  /** Counts down, so that a huge value is left early. */
  lengthLeft: number;
}

function encode(value: unknown, seen: Seen, depth: number): Encoded | undefined {
  seen.lengthLeft -= typeof value === "string" ? value.length + 1 : 1;
  if (seen.lengthLeft < 0 || depth > depthMax) return undefined;
  switch (typeof value) {
    case "boolean":
    case "string":
      return value;
    case "number":
      return encodeNumber(value);
    case "bigint":
      return { $bigint: String(value) };
    case "undefined":
      return { $undefined: true };
    case "object":
      return value === null ? null : encodeObject(value, seen, depth);
    default:
      return undefined;
  }
}

function encodeNumber(value: number): Encoded {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { $number: Object.is(value, -0) ? "-0" : String(value) };
}

function encodeObject(value: object, seen: Seen, depth: number): Encoded | undefined {
  if (seen.objects.has(value) || !Object.isExtensible(value)) return undefined;
  seen.objects.add(value);
  switch (Object.getPrototypeOf(value)) {
    case Array.prototype:
      return Array.isArray(value) ? encodeArray(value, seen, depth) : undefined;
    case Object.prototype:
      return encodeEntries(value, "$object", { seen, depth });
    case null:
      return encodeEntries(value, "$bare", { seen, depth });
    default:
      return encodeBuiltin(value, seen, depth);
  }
}

function encodeArray(list: readonly unknown[], seen: Seen, depth: number): Encoded | undefined {
  if (list.length > seen.lengthLeft) return undefined;
  // One key for each element and one for the length: no holes, nothing hung on.
  if (Reflect.ownKeys(list).length !== list.length + 1) return undefined;
  for (let index = 0; index < list.length; index++) {
    if (!isPlainProperty(list, String(index))) return undefined;
  }
  return encodeAll(list, seen, depth);
}

function encodeAll(list: Iterable<unknown>, seen: Seen, depth: number): Encoded[] | undefined {
  const encoded: Encoded[] = [];
  for (const item of list) {
    const element = encode(item, seen, depth + 1);
    if (element === undefined) return undefined;
    encoded.push(element);
  }
  return encoded;
}

function encodeEntries(
  value: object,
  tag: "$object" | "$bare",
  { seen, depth }: { readonly seen: Seen; readonly depth: number },
): Encoded | undefined {
  const entries: [string, Encoded][] = [];
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key === "symbol" || !isPlainProperty(value, key)) return undefined;
    seen.lengthLeft -= key.length;
    const encoded = encode(Reflect.get(value, key), seen, depth + 1);
    if (encoded === undefined) return undefined;
    entries.push([key, encoded]);
  }
  const isSimple = tag === "$object" && entries.every(([key]) => !isSpecialKey(key));
  return isSimple ? Object.fromEntries(entries) : { [tag]: entries };
}

/** Keys that mean something else to a tagged object or to a careless reader of the JSON. */
function isSpecialKey(key: string): boolean {
  return key.startsWith("$") || key === "__proto__";
}

function isPlainProperty(owner: object, key: string): boolean {
  const found = Object.getOwnPropertyDescriptor(owner, key);
  if (found === undefined || !("value" in found)) return false;
  return found.enumerable === true && found.writable === true && found.configurable === true;
}

function encodeBuiltin(value: object, seen: Seen, depth: number): Encoded | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Uint8Array.prototype) return encodeBytes(value as Uint8Array, seen);
  if (Reflect.ownKeys(value).length > 0) return undefined;
  switch (prototype) {
    case Date.prototype: {
      const time = Date.prototype.getTime.call(value);
      return { $date: Number.isNaN(time) ? null : time };
    }
    case Map.prototype: {
      const pairs = [...Map.prototype.entries.call(value)].map((pair) =>
        encodeAll(pair, seen, depth + 1),
      );
      return pairs.every((pair) => pair !== undefined) ? { $map: pairs } : undefined;
    }
    case Set.prototype: {
      const items = encodeAll(Set.prototype.values.call(value), seen, depth);
      return items === undefined ? undefined : { $set: items };
    }
    default:
      return undefined;
  }
}

function encodeBytes(bytes: Uint8Array, seen: Seen): Encoded | undefined {
  seen.lengthLeft -= bytes.length * 2;
  if (seen.lengthLeft < 0 || Reflect.ownKeys(bytes).length !== bytes.length) return undefined;
  // A view of a part of a buffer, or two views of one, may share what they hold with others.
  const { buffer } = bytes;
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== bytes.length) return undefined;
  if (seen.objects.has(buffer) || Reflect.get(buffer, "resizable") === true) return undefined;
  seen.objects.add(buffer);
  return { $bytes: bytesToHex(bytes) };
}

function decode(encoded: unknown, depth: number): unknown {
  if (depth > depthMax) throw badLiteral(`is nested more than ${depthMax} levels deep`);
  if (Array.isArray(encoded)) return encoded.map((item) => decode(item, depth + 1));
  if (typeof encoded !== "object" || encoded === null) {
    if (encoded === undefined) throw badLiteral("is missing");
    return encoded;
  }
  const entries = Object.entries(encoded);
  const tag = entries.find(([key]) => key.startsWith("$"));
  if (tag === undefined) return fill({}, entries, depth);
  if (entries.length > 1) throw badLiteral(`has \`${tag[0]}\` beside other keys`);
  return decodeTagged(tag[0], tag[1], depth);
}

function decodeTagged(tag: string, body: unknown, depth: number): unknown {
  switch (tag) {
    case "$number": {
      if (!isOneOf(body, ["NaN", "Infinity", "-Infinity", "-0"])) break;
      return Number(body);
    }
    case "$bigint":
      if (typeof body !== "string" || !/^(?:0|-?[1-9]\d*)$/.test(body)) break;
      if (body.length > literalLengthMax) break;
      return BigInt(body);
    case "$undefined":
      if (body !== true) break;
      return undefined;
    case "$bytes": {
      const bytes = typeof body === "string" ? bytesFromHex(body) : undefined;
      if (bytes === undefined) break;
      return bytes;
    }
    case "$date":
      if (body !== null && typeof body !== "number") break;
      return new Date(body ?? Number.NaN);
    case "$map":
      return new Map(pairsOf(tag, body).map(([key, value]) => decodePair(key, value, depth)));
    case "$set":
      if (!Array.isArray(body)) break;
      return new Set(body.map((item) => decode(item, depth + 1)));
    case "$object":
      return fill({}, keyed(tag, body), depth);
    case "$bare":
      return fill(Object.create(null) as object, keyed(tag, body), depth);
    default:
      throw badLiteral(`has the tag \`${tag.slice(0, 40)}\`, which this version does not know`);
  }
  throw badLiteral(`has a \`${tag}\` of the wrong shape`);
}

function decodePair(key: unknown, value: unknown, depth: number): [unknown, unknown] {
  return [decode(key, depth + 2), decode(value, depth + 2)];
}

function pairsOf(tag: string, body: unknown): [unknown, unknown][] {
  const isPairs = Array.isArray(body) && body.every((pair) => Array.isArray(pair));
  if (!isPairs || body.some((pair) => pair.length !== 2)) {
    throw badLiteral(`has a \`${tag}\` that is not a list of pairs`);
  }
  return body as [unknown, unknown][];
}

function keyed(tag: string, body: unknown): [string, unknown][] {
  return pairsOf(tag, body).map(([key, value]) => {
    if (typeof key !== "string") throw badLiteral(`has a \`${tag}\` with a key that is no text`);
    return [key, value];
  });
}

/** Defines each property instead of assigning it, so that `__proto__` is a key like any other. */
function fill(target: object, entries: readonly [string, unknown][], depth: number): object {
  for (const [key, value] of entries) {
    Object.defineProperty(target, key, {
      value: decode(value, depth + 1),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return target;
}

function isOneOf(text: unknown, options: readonly string[]): text is string {
  return typeof text === "string" && options.includes(text);
}

function badLiteral(problem: string): GauntletError {
  return new GauntletError({
    code: "T010",
    what: `a stored value ${problem}`,
    note: "values are kept as JSON with `$number`, `$map` and the like for what JSON loses",
  });
}
