/** What is broken of an object's life for one call, and what the call did about it. */
export interface Armed {
  /** The handlers of the phase that fails. */
  readonly failing: readonly string[];
  /** Whether they are functions in a list, all of which are meant to be called. */
  readonly isListed: boolean;
  /** The handlers of each phase that must follow. */
  readonly following: ReadonlyMap<string, readonly string[]>;
  /** Handlers that were called, in order. */
  readonly called: readonly string[];
  /** The handler that failed, once it has. */
  readonly failed: () => string | undefined;
  /** Puts the object back as it was. */
  restore(): void;
}

/** How a phase fails. */
export interface LifeFault {
  readonly how: "raise" | "cancel";
  readonly phase: string;
}

/** `raise_setup_hook`, `fail_cleanup`, `cancel_rollout`; undefined for a name of another kind. */
export function lifeFault(name: string): LifeFault | undefined {
  const found = /^(raise|fail|cancel)_([a-z_]+?)(_hook|_handler|_phase)?$/.exec(name);
  if (found === null) return undefined;
  return { how: found[1] === "cancel" ? "cancel" : "raise", phase: found[2] ?? "" };
}

/**
 * Lets the first handler of a phase fail once, and writes down which handlers are called. Handlers
 * are the methods that are named after a phase, and the functions in a list that is.
 */
export function armLife(
  receiver: object,
  plan: {
    readonly fault: LifeFault;
    readonly followups: readonly string[];
    readonly handler: string | undefined;
    /** The method that is called, which is no handler of itself. */
    readonly method: string;
    /** Only writes down what is called, and lets nothing fail. */
    readonly isCalm?: boolean;
  },
): Armed | undefined {
  const { fault, followups, handler, method, isCalm = false } = plan;
  const found = handlersOf(receiver, fault.phase, method);
  const own = handler === undefined ? found : found.filter(({ name }) => name === handler);
  const isOther = own.length === 0 && fault.how === "cancel";
  const failing = isOther ? otherMethods(receiver, [method, fault.phase, ...followups]) : own;
  if (failing.length === 0) return undefined;
  const following = new Map(
    followups.map((phase) => [phase, handlersOf(receiver, phase, method)] as const),
  );
  const called: string[] = [];
  let failed: string | undefined;
  const undo: (() => void)[] = [];
  const all = [...found, ...[...following.values()].flat()];
  for (const one of [...failing, ...all.filter((known) => !failing.includes(known))]) {
    const isFailing = failing.includes(one);
    const restored = one.replace((original) =>
      watched(original, () => {
        called.push(one.name);
        if (!isFailing || isCalm || failed !== undefined) return undefined;
        failed = one.name;
        return failureOf(fault);
      }),
    );
    if (restored !== undefined) undo.push(restored);
  }
  return {
    failing: found.map(({ name }) => name),
    isListed: found.some(({ isListed }) => isListed),
    following: new Map([...following].map(([phase, list]) => [phase, list.map((h) => h.name)])),
    called,
    failed: () => failed,
    restore: () => undo.toReversed().forEach((one) => one()),
  };
}

// --- inside ---

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

interface Handler {
  readonly name: string;
  readonly isListed: boolean;
  /** Puts another function in its place; gives what undoes it, or nothing where it is locked. */
  replace(make: (original: AnyFunction) => AnyFunction): (() => void) | undefined;
}

/** Methods that take a handler are no handlers. */
const registering = /^(add|register|use|schedule|has|is|get|set(?!up)|list|remove)/i;

function handlersOf(receiver: object, phase: string, method: string): readonly Handler[] {
  const word = phase.replaceAll("_", "").toLowerCase();
  const isNamed = (name: string): boolean => name.toLowerCase().replaceAll("_", "").includes(word);
  const listed = Object.keys(receiver)
    .filter(isNamed)
    .flatMap((key) => inList(key, Reflect.get(receiver, key)));
  if (listed.length > 0) return listed;
  return methodNames(receiver)
    .filter((name) => isNamed(name) && name !== method && !registering.test(name))
    .map((name) => methodHandler(receiver, name));
}

/** Where nothing is named after what is cancelled: the first thing that the call does itself. */
function otherMethods(receiver: object, without: readonly string[]): readonly Handler[] {
  return methodNames(receiver)
    .filter((name) => !without.some((word) => name.toLowerCase().includes(word.toLowerCase())))
    .map((name) => methodHandler(receiver, name));
}

function methodNames(receiver: object): readonly string[] {
  const names = new Set<string>();
  for (
    let holder: object | null = receiver;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    for (const key of Object.getOwnPropertyNames(holder)) {
      const { value } = Object.getOwnPropertyDescriptor(holder, key) ?? {};
      if (key !== "constructor" && typeof value === "function") names.add(key);
    }
  }
  return [...names];
}

function methodHandler(receiver: object, name: string): Handler {
  return {
    name,
    isListed: false,
    replace: (make) => {
      const before = Object.getOwnPropertyDescriptor(receiver, name);
      const value = make(Reflect.get(receiver, name) as AnyFunction);
      const parts = { value, configurable: true, writable: true, enumerable: false };
      if (!Reflect.defineProperty(receiver, name, parts)) return undefined;
      return () => {
        if (before === undefined) Reflect.deleteProperty(receiver, name);
        else Reflect.defineProperty(receiver, name, before);
      };
    },
  };
}

function inList(key: string, list: unknown): readonly Handler[] {
  if (!Array.isArray(list) || !list.every((one) => typeof one === "function")) return [];
  const functions = list as AnyFunction[];
  return functions.map((original, at) => ({
    name: original.name === "" ? `${key}[${String(at)}]` : original.name,
    isListed: true,
    replace: (make) => {
      const made = make(original);
      functions[at] = made;
      return () => {
        const now = functions.indexOf(made);
        if (now >= 0) functions[now] = original;
      };
    },
  }));
}

function watched(original: AnyFunction, before: () => Error | undefined): AnyFunction {
  const isAsync = original.constructor.name === "AsyncFunction";
  return function (this: unknown, ...args: unknown[]) {
    const error = before();
    if (error === undefined) return Reflect.apply(original, this, args);
    if (isAsync) return Promise.reject(error);
    throw error;
  };
}

function failureOf({ how, phase }: LifeFault): Error {
  if (how === "cancel") return new DOMException(`${phase} was cancelled`, "AbortError");
  return new Error(`a handler of ${phase} failed`);
}
