/** What every value inherits from; a key that is added here is seen by all code. */
const prototypes: readonly (readonly [string, object])[] = [
  ["Object.prototype", Object.prototype],
  ["Array.prototype", Array.prototype],
  ["Function.prototype", Function.prototype],
  ["String.prototype", String.prototype],
  ["Number.prototype", Number.prototype],
  ["Boolean.prototype", Boolean.prototype],
];

// Taken before user code runs: what looks must not be what was changed.
const { ownKeys, deleteProperty } = Reflect;

/** The keys of the language's prototypes at one moment. */
export type PrototypeKeys = readonly (readonly PropertyKey[])[];

/** A key that was added to a prototype. */
export interface Pollution {
  readonly holder: string;
  readonly key: string;
}

/** The keys that the prototypes have now. */
export function prototypeKeys(): PrototypeKeys {
  const keys: (readonly PropertyKey[])[] = [];
  for (const [, prototype] of prototypes) keys.push(ownKeys(prototype));
  return keys;
}

/** The first key that was added since then, if any; all that were added are taken away. */
export function takePollution(before: PrototypeKeys): Pollution | undefined {
  let found: Pollution | undefined;
  for (let at = 0; at < prototypes.length; at++) {
    const [holder, prototype] = prototypes[at] ?? ["", {}];
    const known = before[at] ?? [];
    const keys = ownKeys(prototype);
    if (keys.length <= known.length) continue;
    const there = new Set(known);
    for (const key of keys) {
      if (there.has(key)) continue;
      found ??= { holder, key: String(key) };
      deleteProperty(prototype, key);
    }
  }
  return found;
}
