import { bytesToHex } from "./bytes.ts";

/** The longest text that `literalText` gives. */
const textLengthMax = 80;

/** Shows any value in at most 80 characters for a story: `1`, `"card"`, `{cents: 1}`, `[1, …`. */
export function literalText(value: unknown): string {
  const shown: Shown = { text: "", open: new Set() };
  try {
    show(value, shown);
  } catch {
    // Getters, proxies and classes may throw when they are looked at; a story goes on without them.
    shown.text += "something that cannot be shown";
  }
  return clip(shown.text);
}

// --- inside ---

interface Shown {
  text: string;
  /** The objects that are being shown, so that a cycle ends. */
  readonly open: Set<object>;
}

function clip(text: string): string {
  if (text.length <= textLengthMax) return text;
  const kept = text.slice(0, textLengthMax - 1);
  // Half of a surrogate pair would print as a question mark.
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

function show(value: unknown, shown: Shown): void {
  if (shown.text.length > textLengthMax) return;
  if (typeof value !== "object" || value === null) {
    shown.text += atomText(value);
    return;
  }
  if (shown.open.has(value)) {
    shown.text += "a cycle";
    return;
  }
  shown.open.add(value);
  showObject(value, shown);
  shown.open.delete(value);
}

function atomText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "bigint":
      // Printing a huge bigint in full takes seconds.
      return BigInt.asIntN(1024, value) === value ? `${value}n` : "a huge bigint";
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "function":
      return value.name === "" ? "a function" : `function ${value.name}`;
    default:
      return String(value);
  }
}

/** In quotes, with characters that nobody sees escaped: a zero-width space may be the whole bug. */
function quoted(text: string): string {
  return JSON.stringify(text.slice(0, textLengthMax)).replaceAll(
    /[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function showObject(value: object, shown: Shown): void {
  if (Array.isArray(value)) {
    showAll(value, shown, { open: "[", close: "]" });
  } else if (value instanceof Uint8Array) {
    const hex = bytesToHex(value.subarray(0, textLengthMax));
    shown.text += `${value.length} bytes${hex === "" ? "" : ` ${hex}`}`;
  } else if (value instanceof Date) {
    shown.text += Number.isNaN(value.getTime()) ? "an invalid date" : value.toISOString();
  } else if (value instanceof Map) {
    showEntries(value, shown, { open: "Map {", arrow: " => ", isKeyed: false });
  } else if (value instanceof Set) {
    showAll(value, shown, { open: "Set {", close: "}" });
  } else if (value instanceof Error) {
    shown.text += `${value.name}: ${value.message}`.replaceAll(/\s+/g, " ");
  } else {
    const open = `${className(value)}{`;
    showEntries(Object.entries(value), shown, { open, arrow: ": ", isKeyed: true });
  }
}

function className(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== "object" || prototype === null) return "";
  if (prototype === Object.prototype) return "";
  const maker: unknown = Reflect.get(prototype, "constructor");
  return typeof maker === "function" && maker.name !== "" ? `${maker.name} ` : "";
}

function showAll(
  items: Iterable<unknown>,
  shown: Shown,
  marks: { readonly open: string; readonly close: string },
): void {
  shown.text += marks.open;
  let isFirst = true;
  for (const item of items) {
    if (shown.text.length > textLengthMax) return;
    if (!isFirst) shown.text += ", ";
    isFirst = false;
    show(item, shown);
  }
  shown.text += marks.close;
}

function showEntries(
  entries: Iterable<readonly [unknown, unknown]>,
  shown: Shown,
  marks: { readonly open: string; readonly arrow: string; readonly isKeyed: boolean },
): void {
  shown.text += marks.open;
  let isFirst = true;
  for (const [key, value] of entries) {
    if (shown.text.length > textLengthMax) return;
    if (!isFirst) shown.text += ", ";
    isFirst = false;
    if (marks.isKeyed && typeof key === "string") shown.text += keyText(key);
    else show(key, shown);
    shown.text += marks.arrow;
    show(value, shown);
  }
  shown.text += "}";
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
