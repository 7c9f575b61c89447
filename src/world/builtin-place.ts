/** Where a builtin is found: the object that has it, under which key, and how it is declared. */
export interface BuiltinPlace {
  readonly holder: object;
  readonly key: string;
  readonly property: PropertyDescriptor;
}

/** Finds `performance.now` of `perf_hooks`, or undefined where it is not there or cannot change. */
export function builtinPlace(module: string, name: string): BuiltinPlace | undefined {
  let holder: unknown = name === "*" ? undefined : moduleObject(module);
  const path = name.split(".");
  const key = path.pop() ?? "";
  for (const step of path) holder = Reflect.get(Object(holder), step);
  // A method may be inherited, as those of `performance` are.
  while (isObject(holder) && !Object.hasOwn(holder, key)) holder = Object.getPrototypeOf(holder);
  if (!isObject(holder)) return undefined;
  const property = Object.getOwnPropertyDescriptor(holder, key);
  return property?.configurable === true ? { holder, key, property } : undefined;
}

/** Whether a value can have properties. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The object of a module, or undefined where this Node has none. */
export function moduleObject(module: string): unknown {
  if (module === "globalThis") return globalThis;
  const isHidden = module.startsWith("_") || module === "sys";
  return quietly(() => process.getBuiltinModule(isHidden ? module : `node:${module}`));
}

/** Some modules warn when they are loaded or looked at, which says nothing of the code. */
export function quietly<R>(call: () => R): R {
  const { emitWarning } = process;
  if (isSilent(emitWarning)) return call();
  process.emitWarning = silent;
  try {
    return call();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Whether a function is the one that stands for `process.emitWarning` meanwhile. */
export function isSilent(value: unknown): boolean {
  return value === silent;
}

// --- inside ---

const silent = (): void => {};
