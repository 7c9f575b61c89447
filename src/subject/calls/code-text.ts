import { literalText } from "../../kernel/values/literal.ts";
import type { Maker } from "./maker.ts";
import { isUnmade, unmadeKey } from "./unmade.ts";

/** The longest text of one value. */
const textLengthMax = 120;

/** What was drawn for a value, as it would be written in code: `new Money(3, "EUR")`. */
export function codeText(drawn: unknown, makers: ReadonlyMap<string, Maker>): string {
  const text = write(drawn, { makers, depth: 0 });
  if (text.length <= textLengthMax) return text;
  const kept = text.slice(0, textLengthMax - 1);
  // Half of a surrogate pair would print as a question mark.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

// --- inside ---

interface Writing {
  readonly makers: ReadonlyMap<string, Maker>;
  readonly depth: number;
}

const depthMax = 8;
const itemsMax = 40;

function write(value: unknown, writing: Writing): string {
  if (typeof value !== "object" || value === null || writing.depth > depthMax) {
    return literalText(value);
  }
  const show = (inner: unknown): string => write(inner, { ...writing, depth: writing.depth + 1 });
  if (isUnmade(value)) {
    return writing.makers.get(value[unmadeKey])?.text(value.of, show) ?? value[unmadeKey];
  }
  if (Array.isArray(value)) return `[${list(value, show)}]`;
  if (value instanceof Date) {
    const time = value.getTime();
    return Number.isNaN(time) ? "new Date(NaN)" : `new Date("${value.toISOString()}")`;
  }
  if (value instanceof Map) return `new Map([${list([...value] as unknown[], show)}])`;
  if (value instanceof Set) return `new Set([${list([...value] as unknown[], show)}])`;
  if (value instanceof Uint8Array) return `Uint8Array.of(${list([...value], show)})`;
  if (Object.getPrototypeOf(value) !== Object.prototype) return literalText(value);
  const entries = Object.entries(value).slice(0, itemsMax);
  return `{${entries.map(([key, field]) => `${keyText(key)}: ${show(field)}`).join(", ")}}`;
}

function list(items: readonly unknown[], show: (value: unknown) => string): string {
  const shown = items.slice(0, itemsMax).map(show);
  return [...shown, ...(items.length > itemsMax ? ["…"] : [])].join(", ");
}

function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : literalText(key);
}
