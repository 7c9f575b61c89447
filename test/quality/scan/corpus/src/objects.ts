export type Leaf = string | number | boolean | null;
export interface Settings {
  [key: string]: Leaf | Settings;
}

/** Sets what lies at a path, making the objects on the way. */
export function setPath(settings: Settings, path: string[], value: Leaf): Settings {
  let at = settings;
  for (const key of path.slice(0, -1)) {
    if (typeof at[key] !== "object" || at[key] === null) at[key] = {};
    at = at[key] as Settings;
  }
  at[path[path.length - 1]] = value;
  return settings;
}

/** Settings with those of a second one on top; works in place. */
export function mergeInto(target: Settings, source: Settings): Settings {
  for (const key of Object.keys(source)) {
    const value = source[key];
    if (typeof value === "object" && value !== null) {
      const inner = target[key];
      if (typeof inner !== "object" || inner === null) target[key] = {};
      mergeInto(target[key] as Settings, value);
    } else {
      target[key] = value;
    }
  }
  return target;
}

/** Settings with those of a second one on top, as a new object. */
export function mergeSettings(base: Settings, extra: Settings): Settings {
  const merged: Settings = { ...base };
  for (const [key, value] of Object.entries(extra)) {
    if (key === "__proto__") continue;
    const known = Object.hasOwn(merged, key) ? merged[key] : undefined;
    merged[key] = isSettings(known) && isSettings(value) ? mergeSettings(known, value) : value;
  }
  return merged;
}

/** What lies at a path, or the fallback. */
export function getPath(settings: Settings, path: readonly string[], fallback: Leaf): Leaf {
  let at: Leaf | Settings = settings;
  for (const key of path) {
    if (!isSettings(at) || !Object.hasOwn(at, key)) return fallback;
    at = at[key];
  }
  return isSettings(at) ? fallback : at;
}

/** `{ a: { b: 1 } }` → `{ "a.b": 1 }` */
export function flattenSettings(settings: Settings, prefix = ""): Map<string, Leaf> {
  const flat = new Map<string, Leaf>();
  for (const [key, value] of Object.entries(settings)) {
    if (!isSettings(value)) flat.set(prefix + key, value);
    else
      for (const [inner, leaf] of flattenSettings(value, `${prefix}${key}.`)) flat.set(inner, leaf);
  }
  return flat;
}

/** Whether two settings hold the same. */
export function sameSettings(a: Settings, b: Settings): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    if (!Object.hasOwn(b, key)) return false;
    const [one, other] = [a[key], b[key]];
    return isSettings(one) && isSettings(other) ? sameSettings(one, other) : Object.is(one, other);
  });
}

function isSettings(value: unknown): value is Settings {
  return typeof value === "object" && value !== null;
}
