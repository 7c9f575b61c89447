// The few functions that oxc's output calls for syntax that plain JavaScript lacks: `using`, and
// the decorators of `experimentalDecorators`. They are written from the semantics of TypeScript's
// tslib, so no package is needed.

/** The namespace for a helper that oxc imports, or undefined when the specifier is none. */
export function runtimeHelper(specifier: string): object | undefined {
  if (!specifier.startsWith(helperPrefix)) return undefined;
  const helper = helpers[specifier.slice(helperPrefix.length)];
  return helper === undefined ? undefined : { default: helper };
}

// --- inside ---

const helperPrefix = "@oxc-project/runtime/helpers/";

type Decorator = (target: unknown, key?: unknown, descriptor?: unknown) => unknown;
type Dispose = (this: unknown) => unknown;
interface Resource {
  readonly value: unknown;
  readonly dispose: Dispose | undefined;
  readonly isAsync: boolean;
}

const helpers: Readonly<Record<string, unknown>> = {
  decorate,
  decorateParam:
    (index: number, decorator: (target: unknown, key: unknown, at: number) => void) =>
    (target: unknown, key: unknown) => {
      decorator(target, key, index);
    },
  decorateMetadata: (key: string, value: unknown): unknown => {
    const metadata: unknown = Reflect.get(Reflect, "metadata");
    return typeof metadata === "function" ? metadata(key, value) : undefined;
  },
  defineProperty: (target: object, key: PropertyKey, value: unknown) =>
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    }),
  usingCtx: createUsingContext,
};

function decorate(
  decorators: readonly (Decorator | undefined)[],
  target: object,
  ...member: [key?: PropertyKey, descriptor?: PropertyDescriptor | null]
): unknown {
  const [key, given] = member;
  const isMember = key !== undefined;
  let result: unknown = isMember
    ? given === null
      ? Object.getOwnPropertyDescriptor(target, key)
      : given
    : target;
  for (const decorator of decorators.toReversed()) {
    if (decorator === undefined) continue;
    const next = isMember ? decorator(target, key, result) : decorator(result);
    result = next ?? result;
  }
  if (isMember && typeof result === "object" && result !== null) {
    Object.defineProperty(target, key, result);
  }
  return result;
}

const disposeSymbol: symbol = Reflect.get(Symbol, "dispose") ?? Symbol.for("Symbol.dispose");
const asyncDisposeSymbol: symbol =
  Reflect.get(Symbol, "asyncDispose") ?? Symbol.for("Symbol.asyncDispose");
const nothing: unique symbol = Symbol("nothing was thrown");

function createUsingContext(): object {
  const resources: Resource[] = [];
  let thrown: unknown = nothing;
  const add = (value: unknown, isAsync: boolean): unknown => {
    if (value === null || value === undefined) {
      if (isAsync) resources.push({ value, dispose: undefined, isAsync });
      return value;
    }
    resources.push({ value, dispose: disposeMethod(value, isAsync), isAsync });
    return value;
  };
  const fail = (error: unknown): void => {
    thrown = thrown === nothing ? error : suppressed(error, thrown);
  };
  return {
    set e(error: unknown) {
      thrown = error;
    },
    u: (value: unknown) => add(value, false),
    a: (value: unknown) => add(value, true),
    d: () => {
      const finish = (): void => {
        if (thrown !== nothing) throw thrown;
      };
      return disposeAll(resources, fail, finish);
    },
  };
}

function disposeAll(
  resources: Resource[],
  fail: (error: unknown) => void,
  finish: () => void,
): unknown {
  for (let resource = resources.pop(); resource !== undefined; resource = resources.pop()) {
    try {
      const result = resource.dispose?.call(resource.value);
      if (resource.isAsync) {
        return Promise.resolve(result)
          .catch(fail)
          .then(() => disposeAll(resources, fail, finish));
      }
    } catch (error) {
      fail(error);
    }
  }
  finish();
  return undefined;
}

function disposeMethod(value: unknown, isAsync: boolean): Dispose {
  if (typeof value !== "object" && typeof value !== "function") {
    throw new TypeError("`using` needs an object, null or undefined");
  }
  const target = Object(value) as object;
  const asynchronous: unknown = isAsync ? Reflect.get(target, asyncDisposeSymbol) : undefined;
  const method: unknown = asynchronous ?? Reflect.get(target, disposeSymbol);
  if (typeof method !== "function")
    throw new TypeError("Property [Symbol.dispose] is not a function.");
  return method as Dispose;
}

function suppressed(error: unknown, previous: unknown): unknown {
  const native: unknown = Reflect.get(globalThis, "SuppressedError");
  const message = "An error was suppressed during disposal";
  if (typeof native === "function") return Reflect.construct(native, [error, previous, message]);
  return Object.assign(new Error(message), {
    name: "SuppressedError",
    error,
    suppressed: previous,
  });
}
