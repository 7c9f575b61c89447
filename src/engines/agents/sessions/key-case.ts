/** Data whose keys are `delay_ms` in files and `delayMs` in here; texts stay as they are. */
export function camelKeys(value: unknown): unknown {
  return renamed(value, (key) => key.replaceAll(/_([a-z])/gu, (_, letter) => upper(letter)));
}

/** The same back, without keys that have no value. */
export function snakeKeys(value: unknown): unknown {
  return renamed(value, (key) => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`));
}

// --- inside ---

function upper(letter: unknown): string {
  return String(letter).toUpperCase();
}

function renamed(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [rename(key), renamed(item, rename)]),
  );
}
