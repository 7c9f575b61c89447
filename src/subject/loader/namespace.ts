/** A namespace object, and the way to let `console.log` see its values. */
export interface Namespace {
  readonly object: object;
  /** Copies values into the shape behind the proxy, because `console.log` looks past the proxy. */
  readonly show: () => void;
}

/** Makes a namespace object for the user's code: what `import * as ns` gives. */
export function createNamespace(names: readonly string[], view: object): Namespace {
  const shape = createShape(names);
  const show = (): void => {
    for (const name of names) {
      try {
        Reflect.set(shape, name, Reflect.get(view, name));
      } catch {
        // Not ready yet: the shape goes on showing undefined.
      }
    }
  };
  return { object: createShapedNamespace(shape, view), show };
}

/**
 * What the proxy of a namespace stands on: it carries the keys, which lets the proxy's invariants
 * hold.
 */
export function createShape(names: readonly string[]): object {
  const shape = Object.create(null) as object;
  for (const name of names) {
    Object.defineProperty(shape, name, { value: undefined, writable: true, enumerable: true });
  }
  Object.defineProperty(shape, Symbol.toStringTag, { value: "Module" });
  return Object.preventExtensions(shape);
}

/**
 * Makes a namespace object on a given shape. Values come from `view` at every access, so bindings
 * are live and reading one too early throws. A shape may serve many namespaces, which makes them a
 * hundred times cheaper to make.
 */
export function createShapedNamespace(shape: object, view: object): object {
  return new Proxy(shape, new NamespaceHandler(view));
}

// --- inside ---

class NamespaceHandler implements ProxyHandler<object> {
  readonly #view: object;

  constructor(view: object) {
    this.#view = view;
  }

  get(target: object, key: PropertyKey): unknown {
    if (typeof key === "symbol") return Reflect.get(target, key);
    return Object.hasOwn(target, key) ? Reflect.get(this.#view, key) : undefined;
  }

  getOwnPropertyDescriptor(target: object, key: PropertyKey): PropertyDescriptor | undefined {
    const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
    if (descriptor === undefined || typeof key === "symbol") return descriptor;
    return { ...descriptor, value: Reflect.get(this.#view, key) as unknown };
  }

  defineProperty(target: object, key: PropertyKey, wanted: PropertyDescriptor): boolean {
    const current = this.getOwnPropertyDescriptor(target, key);
    const isNoChange =
      current !== undefined &&
      wanted.configurable !== true &&
      !("get" in wanted) &&
      !("set" in wanted) &&
      (wanted.enumerable ?? current.enumerable) === current.enumerable &&
      (wanted.writable ?? current.writable) === current.writable &&
      (!("value" in wanted) || Object.is(wanted.value, current.value));
    return isNoChange || refuse("defineProperty", `Cannot redefine property: ${String(key)}`);
  }

  set(target: object, key: PropertyKey): boolean {
    const message = Object.hasOwn(target, key)
      ? `Cannot assign to read only property '${String(key)}' of object '[object Module]'`
      : `Cannot add property ${String(key)}, object is not extensible`;
    return refuse("set", message);
  }

  deleteProperty(target: object, key: PropertyKey): boolean {
    if (!Object.hasOwn(target, key)) return true;
    return refuse("deleteProperty", `Cannot delete property '${String(key)}' of [object Module]`);
  }
}

/**
 * Natively `ns.x = 1` throws with a message of its own and `Reflect.set` answers false. A proxy
 * cannot tell which one it serves, but the stack can: the reflecting function is the caller's
 * frame.
 */
function refuse(reflection: string, message: string): boolean {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 4;
  const error = new TypeError(message);
  const stack = String(error.stack);
  Error.stackTraceLimit = limit;
  if (stack.includes(`Reflect.${reflection} `)) return false;
  const thrown = new TypeError(message);
  Error.captureStackTrace(thrown, NamespaceHandler.prototype.set);
  throw thrown;
}
