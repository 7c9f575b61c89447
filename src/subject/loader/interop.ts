/**
 * That a file is written with `import` and `export`, and that the project's own build makes
 * CommonJS of it: imports are calls of `require()`, and a name that is not there is undefined.
 */
export interface Interop {
  /** A default import of a module that is not compiled is the module itself: `esModuleInterop`. */
  readonly hasDefaults: boolean;
}

/** What `import * as` gives of a CommonJS module in compiled code. */
export function namespaceOf(exports: unknown, { hasDefaults }: Interop): unknown {
  if (!hasDefaults || isCompiled(exports)) return exports;
  const namespace: Record<string, unknown> = {};
  const names = isHolder(exports) ? Object.getOwnPropertyNames(exports) : [];
  for (const name of names) {
    if (name === "default") continue;
    const get = (): unknown => Reflect.get(exports as object, name) as unknown;
    Object.defineProperty(namespace, name, { enumerable: true, configurable: true, get });
  }
  const whole = { value: exports, enumerable: true, writable: true, configurable: true };
  return Object.defineProperty(namespace, "default", whole);
}

/** What `import x from` gives of a CommonJS module in compiled code. */
export function defaultOf(exports: unknown, { hasDefaults }: Interop): unknown {
  if (hasDefaults && !isCompiled(exports)) return exports;
  return isHolder(exports) ? (Reflect.get(exports, "default") as unknown) : undefined;
}

/** An object with the properties of whatever a module exports, so that any name can be asked. */
export function holderOf(exports: unknown): object {
  return isHolder(exports) ? exports : (Object(exports ?? {}) as object);
}

// --- inside ---

function isHolder(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Compilers leave this flag on what was written as an ES module. */
function isCompiled(exports: unknown): boolean {
  return isHolder(exports) && Boolean(Reflect.get(exports, "__esModule"));
}
