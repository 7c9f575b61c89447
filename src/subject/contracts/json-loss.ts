/** The first thing in a value that JSON changes, in words; undefined where nothing is lost. */
export function firstLoss(value: unknown): string | undefined {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown);
  }
  if (text === undefined) return value === undefined ? undefined : `${typeof value} has no JSON`;
  return lossBetween(value, JSON.parse(text), "it");
}

// --- inside ---

function lossBetween(before: unknown, after: unknown, path: string): string | undefined {
  if (Object.is(before, after) || before === undefined) return undefined;
  if (typeof before === "number" && Object.is(before, -0) && after === 0) return undefined;
  if (typeof before !== "object" || before === null) {
    return `${path} was ${named(before)} and is ${named(after)}`;
  }
  if (typeof after !== "object" || after === null || !isPlain(before)) {
    return `${path} was ${named(before)} and is ${named(after)}`;
  }
  for (const key of Reflect.ownKeys(before)) {
    if (typeof key === "symbol" || (Array.isArray(before) && key === "length")) continue;
    const one: unknown = Reflect.get(before, key);
    const other: unknown = Object.hasOwn(after, key) ? Reflect.get(after, key) : undefined;
    const loss = lossBetween(one, other, `${path}.${key}`);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value) || prototype === null) return true;
  // An object of another realm is as plain as one of ours.
  return Object.getPrototypeOf(prototype) === null;
}

function named(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const maker: unknown = Reflect.get(value, "constructor");
    return typeof maker === "function" ? `a ${maker.name}` : "an object";
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
