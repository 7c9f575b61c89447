import { assert } from "../kernel/errors/assert.ts";

/** Any function at all; what it takes and gives is known where it is called. */
export type AnyFunction = (...args: never[]) => unknown;

/** What each function of ours stands for. */
const originals = new WeakMap<object, object>();

/** So many of ours may stand before one another: a fault before a guard before a stand-in. */
const depthMax = 16;

/** Gives a function the name, length and own properties of the one it stands in for. */
export function imitate<F extends AnyFunction>(standIn: F, original: object): F {
  for (const key of Reflect.ownKeys(original)) {
    const property = Object.getOwnPropertyDescriptor(original, key);
    if (property === undefined) continue;
    // Some have themselves as a property, under `util.promisify.custom`.
    const value: unknown = property.value === original ? standIn : property.value;
    Object.defineProperty(standIn, key, "value" in property ? { ...property, value } : property);
  }
  originals.set(standIn, original);
  return standIn;
}

/** Says what a function stands for, where that is another one than the one it was made from. */
export function standFor(standIn: object, original: object): void {
  originals.set(standIn, original);
}

/** What stands behind a function of ours; anything else is what it is. */
export function standsFor(value: unknown): unknown {
  let found = value;
  for (let depth = 0; depth < depthMax && typeof found === "function"; depth++) {
    const below = originals.get(found);
    if (below === undefined) break;
    found = below;
  }
  return found;
}

/** Puts a function where another one is, looking the same and declared the same. */
export function replaceFunction(holder: object, name: PropertyKey, standIn: AnyFunction): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  assert(typeof property?.value === "function", `there is no function \`${String(name)}\` here`);
  replaceValue(holder, name, imitate(standIn, property.value));
}

/** Puts a value where another one is, declared the same. */
export function replaceValue(holder: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(holder, name, {
    ...Object.getOwnPropertyDescriptor(holder, name),
    value,
  });
}

/** Puts a getter where another one is; `read` is given the original, to be called on `this`. */
export function replaceGetter(
  holder: object,
  name: PropertyKey,
  read: (self: unknown, original: () => unknown) => unknown,
): void {
  const property = Object.getOwnPropertyDescriptor(holder, name);
  assert(property?.get !== undefined, `there is no getter \`${String(name)}\` here`);
  const original = property.get;
  const standIn = function get(this: unknown): unknown {
    return read(this, original);
  };
  Object.defineProperty(holder, name, { ...property, get: imitate(standIn, original) });
}
