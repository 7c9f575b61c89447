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
const { ownKeys, deleteProperty, defineProperty, getOwnPropertyDescriptor } = Reflect;

/** What the language's prototypes hold at one moment. */
export type PrototypeKeys = readonly HolderKeys[];

interface HolderKeys {
  readonly keys: readonly PropertyKey[];
  readonly properties: ReadonlyMap<PropertyKey, PropertyDescriptor>;
}

/** A key of a prototype that was added or changed. */
export interface Pollution {
  readonly holder: string;
  readonly key: string;
}

/** What the prototypes hold now; the last answer again while nothing has changed. */
export function prototypeKeys(): PrototypeKeys {
  const isSame = prototypes.every(([, object], at) => {
    const known = last[at];
    if (known?.keys.length !== ownKeys(object).length) return false;
    return !watched(object, known).some((key) => hasChanged(object, known, key));
  });
  if (!isSame) last = prototypes.map(([, object]) => held(object));
  return last;
}

/** The first key that was added or changed since then, if any; all is put back. */
export function takePollution(before: PrototypeKeys): Pollution | undefined {
  let found: Pollution | undefined;
  for (let at = 0; at < prototypes.length; at++) {
    const [holder, object] = prototypes[at] ?? ["", {}];
    const known = before[at] ?? held(object);
    const { keys, properties } = known;
    const isChanged = (key: PropertyKey): boolean => hasChanged(object, known, key);
    const now = ownKeys(object);
    if (now.length === keys.length && !watched(object, known).some(isChanged)) continue;
    for (const key of now) {
      if (properties.has(key)) continue;
      found ??= { holder, key: String(key) };
      deleteProperty(object, key);
    }
    for (const key of keys.filter(isChanged)) {
      found ??= { holder, key: String(key) };
      defineProperty(object, key, properties.get(key) ?? {});
    }
  }
  return found;
}

// --- inside ---

let last: PrototypeKeys = [];

function held(object: object): HolderKeys {
  const keys = ownKeys(object);
  const properties = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of keys) {
    const property = getOwnPropertyDescriptor(object, key);
    // Without a prototype: what is on Object.prototype must not become a part of it.
    if (property !== undefined) {
      properties.set(key, Object.assign(Object.create(null) as object, property));
    }
  }
  return { keys, properties };
}

/**
 * Only what all objects inherit: looking at every method of every class would cost more than a
 * small call, and the runner looks at them after the run.
 */
function watched(object: object, { keys }: HolderKeys): readonly PropertyKey[] {
  return object === Object.prototype ? keys : noKeys;
}

const noKeys: readonly PropertyKey[] = [];

/** Getters, `__proto__` and `caller`, are not read: some of them throw. */
function hasChanged(object: object, { properties }: HolderKeys, key: PropertyKey): boolean {
  const was = properties.get(key);
  if (was === undefined || !("value" in was)) return false;
  return Reflect.get(object, key) !== was.value;
}
