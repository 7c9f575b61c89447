import { decodeLiteral, type Encoded } from "./literal.ts";

/** The expression that makes a literal, as a person would write it. */
export function literalCode(encoded: Encoded): string {
  return valueCode(decodeLiteral(encoded));
}

/** A text in double quotes, with characters that nobody sees escaped. */
export function textCode(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

// --- inside ---

function valueCode(value: unknown): string {
  switch (typeof value) {
    case "string":
      return textCode(value);
    case "bigint":
      return `${value}n`;
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "object":
      return value === null ? "null" : objectCode(value);
    default:
      return String(value);
  }
}

function objectCode(value: object): string {
  if (Array.isArray(value)) return listCode(value);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "new Date(Number.NaN)" : `new Date(${value.getTime()})`;
  }
  if (value instanceof Uint8Array) return `Uint8Array.from(${listCode([...value])})`;
  if (value instanceof Map) return `new Map(${listCode([...value])})`;
  if (value instanceof Set) return `new Set(${listCode([...value])})`;
  const fields = Object.entries(value).map(
    ([key, field]) => `${keyCode(key)}: ${valueCode(field)}`,
  );
  const code = fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  const isBare = Object.getPrototypeOf(value) === null;
  return isBare ? `Object.assign(Object.create(null), ${code})` : code;
}

function listCode(items: readonly unknown[]): string {
  return `[${items.map(valueCode).join(", ")}]`;
}

/** In brackets, `__proto__` is a key like any other. */
function keyCode(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : textCode(key);
}
