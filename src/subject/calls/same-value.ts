/**
 * Whether two values are the same to a reader: deep, floats within rounding, 0 and -0 alike, NaN
 * like NaN, keys in any order. Undefined where that cannot be told: functions, promises, objects
 * that show nothing, values that throw when they are looked at. `scale` is the size of the numbers
 * that they were made of; with a scale of 0 there is no rounding.
 */
export function sameValue(first: unknown, second: unknown, scale = 1): boolean | undefined {
  try {
    return new Comparison(scale).same(first, second, 0);
  } catch {
    return undefined; // a proxy or a getter that throws: nothing can be said about it
  }
}

/**
 * Whether two numbers are the same within rounding. Whole numbers are exact: a counter that moved
 * by one is another number, however large it is.
 */
export function isClose(first: number, second: number, scale = 1): boolean {
  if (first === second || (Number.isNaN(first) && Number.isNaN(second))) return true;
  if (Number.isSafeInteger(first) && Number.isSafeInteger(second)) return false;
  if (scale === 0 || !Number.isFinite(first) || !Number.isFinite(second)) return false;
  const larger = Math.max(Math.abs(first), Math.abs(second));
  const allowed = Math.max(relativeMax * larger, absoluteMax * Math.max(1, scale));
  return Math.abs(first - second) <= allowed;
}

// --- inside ---

const relativeMax = 1e-9;
const absoluteMax = 1e-12;
/** So many parts are compared, and so deep; beyond that nothing is said. */
const looksMax = 20_000;
const depthMax = 60;

class Comparison {
  readonly #scale: number;
  #looks = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  same(first: unknown, second: unknown, depth: number): boolean | undefined {
    this.#looks += 1;
    if (this.#looks > looksMax || depth > depthMax) return undefined;
    if (Object.is(first, second)) return true;
    if (typeof first !== typeof second) return false;
    if (typeof first === "number") return isClose(first, second as number, this.#scale);
    if (typeof first === "function") return undefined;
    if (typeof first === "symbol") {
      // Two symbols of one name may mean the same to whoever made them.
      return first.description === (second as symbol).description ? undefined : false;
    }
    if (typeof first !== "object" || first === null) return first === second;
    if (typeof second !== "object" || second === null) return false;
    return this.#objects(first, second, depth);
  }

  #objects(first: object, second: object, depth: number): boolean | undefined {
    if (Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)) return false;
    if (Array.isArray(first)) return this.#lists(first, second as unknown[], depth);
    if (first instanceof Map) return this.#maps(first, second as Map<unknown, unknown>, depth);
    if (first instanceof Set) {
      return this.#unordered([...first], [...(second as Set<unknown>)], depth);
    }
    const shown = shownWhole(first);
    if (shown !== undefined) return this.same(shown, shownWhole(second), depth + 1);
    return this.#fields(first, second, depth);
  }

  #lists(
    first: readonly unknown[],
    second: readonly unknown[],
    depth: number,
  ): boolean | undefined {
    if (first.length !== second.length) return false;
    return all(first, (item, at) => this.same(item, second[at], depth + 1));
  }

  #maps(
    first: ReadonlyMap<unknown, unknown>,
    second: ReadonlyMap<unknown, unknown>,
    depth: number,
  ): boolean | undefined {
    if (first.size !== second.size) return false;
    const isPlain = [...first.keys()].every((key) => typeof key !== "object" || key === null);
    if (!isPlain) return this.#unordered([...first], [...second], depth);
    return all([...first], ([key, value]) =>
      second.has(key) ? this.same(value, second.get(key), depth + 1) : false,
    );
  }

  /** Each one of the first has a partner of its own in the second. */
  #unordered(
    first: readonly unknown[],
    second: readonly unknown[],
    depth: number,
  ): boolean | undefined {
    if (first.length !== second.length) return false;
    const left = [...second];
    return all(first, (item) => {
      let isUnclear = false;
      for (const [at, other] of left.entries()) {
        const same = this.same(item, other, depth + 1);
        if (same === true) {
          left.splice(at, 1);
          return true;
        }
        isUnclear ||= same === undefined;
      }
      return isUnclear ? undefined : false;
    });
  }

  #fields(first: object, second: object, depth: number): boolean | undefined {
    const keys = Object.keys(first);
    if (keys.length !== Object.keys(second).length) return false;
    if (!keys.every((key) => Object.hasOwn(second, key))) return false;
    const prototype: unknown = Object.getPrototypeOf(first);
    const isPlain = prototype === Object.prototype || prototype === null;
    // An object of a class that shows no field keeps what it is to itself.
    if (!isPlain && keys.length === 0) return undefined;
    return all(keys, (key) =>
      this.same(Reflect.get(first, key), Reflect.get(second, key), depth + 1),
    );
  }
}

/** False where one is false, else undefined where one cannot be told. */
function all<T>(
  items: readonly T[],
  same: (item: T, at: number) => boolean | undefined,
): boolean | undefined {
  let isClear = true;
  for (const [at, item] of items.entries()) {
    const one = same(item, at);
    if (one === false) return false;
    isClear &&= one === true;
  }
  return isClear ? true : undefined;
}

/** Objects of the platform that are wholly said by something simpler. */
function shownWhole(value: object): unknown {
  if (value instanceof Date) return value.getTime();
  if (value instanceof RegExp || value instanceof URL) return String(value);
  if (value instanceof Error) return [value.name, value.message];
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Array.from(value as Uint8Array);
  }
  return undefined;
}
