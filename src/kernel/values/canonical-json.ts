/**
 * Plain data as the one JSON text that stands for it (RFC 8785): no spaces, keys in the order of
 * their UTF-16 units, numbers as ECMAScript writes them. What is signed or hashed is this text, so
 * that the same data has the same bytes everywhere. Keys without a value are left out.
 */
export function canonicalJson(value: unknown): string {
  return written(value, 0);
}

/** Whether text is exactly the canonical JSON of what it says; repeated keys and spaces are not. */
export function isCanonical(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}

/** Text without halves of a surrogate pair, which no canonical JSON may have. */
export function wellFormed(text: string): string {
  return text.replaceAll(loneSurrogate, "\ufffd");
}

// --- inside ---

/** Deeper data than this is hostile: nothing of ours is. */
const depthMax = 100;

// With the flag `u`, the two halves of a pair are one character, which is no surrogate.
const loneSurrogate = /\p{Cs}/gu;

function written(value: unknown, depth: number): string {
  if (depth > depthMax) throw new RangeError(`JSON deeper than ${depthMax} levels is not written`);
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      if (Number.isFinite(value)) return JSON.stringify(value);
      throw new TypeError(`${value} has no JSON`);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? list(value, depth) : record(value, depth);
    default:
      throw new TypeError(`a ${typeof value} has no JSON`);
  }
}

function list(items: readonly unknown[], depth: number): string {
  return `[${items.map((item) => written(item, depth + 1)).join(",")}]`;
}

function record(value: object, depth: number): string {
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  const parts = entries.map(([key, item]) => `${quoted(key)}:${written(item, depth + 1)}`);
  return `{${parts.join(",")}}`;
}

function quoted(value: string): string {
  if (value.search(loneSurrogate) >= 0) throw new TypeError("half a surrogate pair has no JSON");
  return JSON.stringify(value);
}
