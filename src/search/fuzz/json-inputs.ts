import type { Generator as Chance } from "../../kernel/decisions/generator.ts";

/** Values and names that JSON may have to hold. */
export interface JsonPieces {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}

/** The object or list that an input is as JSON, or undefined. */
export function jsonOf(input: Uint8Array): object | undefined {
  const [first] = input;
  if (first !== openBrace && first !== openBracket) return undefined;
  return parsed(input);
}

/** The same; what is JSON but holds nothing could as well be an object without anything. */
export function jsonLike(input: Uint8Array): object | undefined {
  return input.length <= scalarMax ? (parsed(input) ?? scalar(input)) : jsonOf(input);
}

/** The same JSON with each of the names added to each object, and each value in its place. */
export function* jsonHints(
  root: object,
  { names, values }: JsonPieces,
): Generator<Uint8Array, void> {
  for (const [node, name] of slots(root, names)) {
    const old: unknown = Reflect.get(node, name);
    for (const value of [...plainValues, ...values]) {
      Reflect.set(node, name, value);
      yield bytesOf(root);
    }
    if (old === undefined) Reflect.deleteProperty(node, name);
    else Reflect.set(node, name, old);
  }
}

/** Changes one thing in JSON. */
export function changeJson(
  root: object,
  generator: Chance,
  { pieces: { names, values }, other }: { readonly pieces: JsonPieces; readonly other: unknown },
): Uint8Array {
  const nodes = objectsIn(root);
  const node = oneOf(nodes, generator) ?? root;
  const keys = Object.keys(node);
  const key = oneOf(keys, generator);
  const value = someValue(generator, values, other);
  switch (generator.integer(0, 5)) {
    case 0:
      if (key !== undefined) Reflect.deleteProperty(node, key);
      break;
    case 1:
    case 2:
      add(node, oneOf(names, generator) ?? "a", value);
      break;
    case 3:
      if (key !== undefined) Reflect.set(node, key, value);
      break;
    case 4:
      if (key !== undefined) Reflect.set(node, key, [Reflect.get(node, key)]);
      break;
    default:
      if (key !== undefined) add(node, oneOf(names, generator) ?? key, Reflect.get(node, key));
  }
  return bytesOf(root);
}

// --- inside ---

const openBrace = 0x7b;
const openBracket = 0x5b;
const encoder = new TextEncoder();

/** So many objects of one input are looked at, and so deep. */
const objectsMax = 64;
const depthMax = 32;

const plainValues: readonly unknown[] = [{}, "", 0, true, []];
const others: readonly unknown[] = [null, false, true, 0, 1, -1, 1e21, 0.5, "", "a", [], {}];

/** What is longer is no plain value that was met by chance. */
const scalarMax = 16;

function parsed(input: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(textOf(input));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function scalar(input: Uint8Array): object | undefined {
  try {
    JSON.parse(textOf(input));
    return {};
  } catch {
    return undefined;
  }
}

function textOf(input: Uint8Array): string {
  return Buffer.from(input.buffer, input.byteOffset, input.length).toString("utf8");
}

function bytesOf(value: object): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** Where a name is missing or something plain stands; what is deepest comes first. */
function slots(root: object, names: readonly string[]): readonly (readonly [object, string])[] {
  return objectsIn(root)
    .toReversed()
    .flatMap((node) => {
      if (Array.isArray(node)) return node.length === 0 ? [[node, "0"] as const] : [];
      const missing = names.filter((name) => !Object.hasOwn(node, name));
      const plain = Object.keys(node).filter((key) => typeof Reflect.get(node, key) !== "object");
      return [...plain, ...missing].map((name) => [node, name] as const);
    });
}

function objectsIn(root: object): readonly object[] {
  const found: object[] = [root];
  const depths = [0];
  for (let at = 0; at < found.length && found.length < objectsMax; at++) {
    const depth = (depths[at] ?? 0) + 1;
    if (depth > depthMax) continue;
    for (const value of Object.values(found[at] ?? {}) as unknown[]) {
      if (typeof value !== "object" || value === null) continue;
      found.push(value);
      depths.push(depth);
    }
  }
  return found;
}

function add(node: object, name: string, value: unknown): void {
  if (Array.isArray(node)) node.push(value);
  else
    Object.defineProperty(node, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function someValue(generator: Chance, values: readonly unknown[], other: unknown): unknown {
  const kind = generator.integer(0, 3);
  if (kind === 0 && other !== undefined) return other;
  const from = kind === 1 || values.length === 0 ? others : values;
  return structuredClone(oneOf(from, generator));
}

function oneOf<T>(from: readonly T[], generator: Chance): T | undefined {
  return from[generator.integer(0, Math.max(0, from.length - 1))];
}
