import { builtinModules } from "node:module";
import { isObject, isSilent, moduleObject, quietly } from "../builtin-place.ts";

/** One name of Node under which something can be called, read or set. */
export interface BuiltinName {
  /** `fs.promises.readFile`, `net.Socket.prototype.connect`, `process.report.directory=`. */
  readonly path: string;
  readonly holder: object;
  readonly key: PropertyKey;
  /** What is called: the function, the getter, or for a name with `=` the setter. */
  readonly value: NewableFunction;
  /** Where in its property it stands. */
  readonly slot: "value" | "get" | "set";
}

/** Every name of every builtin module and of the global object, each object only once. */
export function everyBuiltin(): readonly BuiltinName[] {
  return quietly(() => {
    const walk = new Walk();
    for (const module of knownModules()) walk.module(module);
    walk.module("globalThis");
    walk.finish();
    return walk.found;
  });
}

/**
 * The names at and below one name of a module, without what is inherited: that belongs to other
 * names. `*` is the whole module.
 */
export function builtinsBelow(module: string, name: string): readonly BuiltinName[] {
  return quietly(() => {
    const walk = new Walk();
    if (name === "*") walk.module(module);
    else walk.below(module, name.split("."));
    return walk.found;
  });
}

/** The functions that a module exports, without what is in them or behind a getter. */
export function exportsOf(module: string): readonly BuiltinName[] {
  return quietly(() => {
    const holder = moduleObject(module);
    if (!isObject(holder)) return [];
    return Reflect.ownKeys(holder).flatMap((key): readonly BuiltinName[] => {
      const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
      if (!isFunction(value)) return [];
      return [{ path: `${module}.${nameOf(key)}`, holder, key, value, slot: "value" }];
    });
  });
}

/** The modules of this Node, the public ones first: an object is named by the first that has it. */
export function knownModules(): readonly string[] {
  const listed = builtinModules.map((name) => name.replace("node:", ""));
  const isSecond = (name: string): boolean => name.startsWith("_") || name === "sys";
  const names = [...new Set([...listed, ...unlisted])].toSorted();
  return [...names.filter((name) => !isSecond(name)), ...names.filter(isSecond)];
}

// --- inside ---

/** Loaded by their full name only, and not in the list of every version. */
const unlisted = ["sea", "sqlite", "test", "test/reporters", "ffi", "quic", "vfs", "dtls"];

/** Deep enough for `crypto.webcrypto.subtle` and `inspector.Network`. */
const depthMax = 5;

/** What every function has, and what all values inherit: a name there is found elsewhere. */
const ofEveryFunction: ReadonlySet<PropertyKey> = new Set(
  "length name prototype caller arguments".split(" "),
);

/** Data of the process, which has no end, and what must not be read: reading opens a file. */
const unread: ReadonlySet<string> = new Set(
  `process.env process.mainModule process.config process.stdin process.stdout process.stderr
  module._cache module._pathCache module.globalPaths globalThis.localStorage
  globalThis.sessionStorage globalThis.global globalThis.globalThis`.split(/\s+/),
);

class Walk {
  readonly found: BuiltinName[] = [];
  readonly #seen = new Set<unknown>([Object.prototype, Function.prototype, globalThis]);
  readonly #later: { path: string; object: unknown; depth: number }[] = [];

  module(module: string): void {
    const object = moduleObject(module);
    if (!isObject(object)) return;
    this.#seen.delete(globalThis);
    this.#inside(module, object, 0);
  }

  /** What is inherited comes last: most of it has a class of its own, by which it is named. */
  finish(): void {
    for (const { path, object, depth } of this.#later) {
      if (isObject(object)) this.#inside(path, object, depth);
    }
  }

  below(module: string, steps: readonly string[]): void {
    let holder: unknown = moduleObject(module);
    const key = steps.at(-1) ?? "";
    for (const step of steps.slice(0, -1)) holder = Reflect.get(Object(holder), step);
    // A method may be inherited, as those of `performance` are.
    const bare = key.replace(/=$/u, "");
    while (isObject(holder) && !Object.hasOwn(holder, bare)) holder = Object.getPrototypeOf(holder);
    if (!isObject(holder)) return;
    this.#at({ path: [module, ...steps].join("."), holder, key: bare, depth: 0 }, key !== bare);
  }

  /** The names in an object, and for a class those of its instances. */
  #inside(path: string, object: object, depth: number): void {
    if (this.#seen.has(object) || depth > depthMax) return;
    this.#seen.add(object);
    for (const key of Reflect.ownKeys(object)) {
      const isOfFunction = typeof object === "function" && ofEveryFunction.has(key);
      if (key === "constructor" || isOfFunction) continue;
      this.#at({ path: `${path}.${nameOf(key)}`, holder: object, key, depth: depth + 1 });
    }
    if (typeof object !== "function") this.#later.push({ path, object: above(object), depth });
    else this.#class(path, object, depth);
  }

  #class(path: string, made: object, depth: number): void {
    const prototype: unknown = Reflect.get(made, "prototype");
    if (isObject(prototype)) this.#inside(`${path}.prototype`, prototype, depth);
    this.#later.push({ path, object: above(made), depth });
  }

  #at(
    { path, holder, key, depth }: { path: string; holder: object; key: PropertyKey; depth: number },
    isSetterOnly = false,
  ): void {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    if (property === undefined) return;
    const { value: held, get, set } = property as { value?: unknown; get?: unknown; set?: unknown };
    const bare = path.replace(/=$/u, "");
    const name = { holder, key };
    if (isFunction(set)) this.found.push({ ...name, path: `${bare}=`, value: set, slot: "set" });
    if (isSetterOnly) return;
    if (isFunction(get)) this.found.push({ ...name, path: bare, value: get, slot: "get" });
    if (isFunction(held) && !isSilent(held))
      this.found.push({ ...name, path: bare, value: held, slot: "value" });
    const inner = isFunction(get) ? this.#read(bare, holder, key) : held;
    if (!isObject(inner) || Array.isArray(inner) || ArrayBuffer.isView(inner)) return;
    if (unread.has(bare) || (typeof inner === "object" && isInstance(holder))) return;
    this.#inside(bare, inner, depth);
  }

  /** What is behind a getter of a module; those of a prototype have no object to read from. */
  #read(path: string, holder: object, key: PropertyKey): unknown {
    if (path.includes(".prototype.") || unread.has(path)) return undefined;
    try {
      return Reflect.get(holder, key);
    } catch {
      return undefined;
    }
  }
}

function nameOf(key: PropertyKey): string {
  return typeof key === "symbol" ? `@${(key.description ?? "").replace("Symbol.", "")}` : `${key}`;
}

function above(object: object): unknown {
  return Object.getPrototypeOf(object);
}

/** Whether an object is one of many of its class, whose data is not a name of Node. */
function isInstance(holder: object): boolean {
  if (holder === process || holder === globalThis || typeof holder === "function") return false;
  const prototype = above(holder);
  return prototype !== null && prototype !== Object.prototype;
}

function isFunction(value: unknown): value is NewableFunction {
  return typeof value === "function";
}
