/**
 * A copy of data that later calls cannot change: arrays, plain objects, maps, sets, dates and bytes
 * are copied, everything else is the same object. A value that cannot be walked is given as it is.
 */
export function copyValue(value: unknown): unknown {
  try {
    return copy(value, new Map());
  } catch {
    return value;
  }
}

// --- inside ---

/** So many objects are copied; what is larger stays as it is. */
const objectsMax = 20_000;

function copy(value: unknown, known: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (known.has(value)) return known.get(value);
  if (known.size > objectsMax) throw new Error("too large to be copied");
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    known.set(value, items);
    for (const item of value) items.push(copy(item, known));
    return items;
  }
  if (value instanceof Map) {
    const pairs = new Map<unknown, unknown>();
    known.set(value, pairs);
    for (const [key, held] of value) pairs.set(copy(key, known), copy(held, known));
    return pairs;
  }
  if (value instanceof Set) {
    const items = new Set<unknown>();
    known.set(value, items);
    for (const item of value) items.add(copy(item, known));
    return items;
  }
  return copyFields(value, known);
}

function copyFields(value: object, known: Map<object, unknown>): unknown {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const fields = Object.create(prototype) as object;
  known.set(value, fields);
  for (const key of Object.keys(value)) {
    // Defined, not assigned: `__proto__` is a key like any other.
    Object.defineProperty(fields, key, {
      value: copy(Reflect.get(value, key), known),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return fields;
}
