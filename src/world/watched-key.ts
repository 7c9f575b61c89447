import type { BuiltinHolder } from "./builtin-holders.ts";

/** A property that is not to change from run to run. */
export interface WatchedKey {
  readonly holder: BuiltinHolder;
  readonly key: PropertyKey;
  readonly value: unknown;
  /** How it is declared; undefined where it is inherited or absent and must not be hidden. */
  readonly property: PropertyDescriptor | undefined;
}

/** The properties of an object that are compared. */
export function watchedIn(holder: BuiltinHolder): readonly WatchedKey[] {
  const { object } = holder;
  const found: WatchedKey[] = [];
  for (const key of ownKeys(object)) {
    const property = getOwnPropertyDescriptor(object, key);
    if (property === undefined || !isCompared(holder, key, property)) continue;
    found.push({ holder, key, value: get(object, key), property: bare(property) });
  }
  return found;
}

/** Names that objects have from above or not at all, and that code likes to put on them. */
export function watchedHidden(): readonly WatchedKey[] {
  return hiddenNames().flatMap(([name, object, keys]) => {
    const holder: BuiltinHolder = { name, object, isInherited: false };
    return keys
      .filter((key) => getOwnPropertyDescriptor(object, key) === undefined)
      .map((key) => ({ holder, key, value: get(object, key), property: undefined }));
  });
}

/** Whether it is as it was. */
export function isUnchanged({ holder, key, value, property }: WatchedKey): boolean {
  if (get(holder.object, key) !== value) return false;
  return property === undefined || getOwnPropertyDescriptor(holder.object, key) !== undefined;
}

/** Puts it as it was; whether that worked. */
export function restore(watched: WatchedKey): boolean {
  const { holder, key, value, property } = watched;
  if (property === undefined) return deleteProperty(holder.object, key) && isUnchanged(watched);
  defineProperty(holder.object, key, property);
  // Behind a setter, what was there is kept elsewhere.
  return isUnchanged(watched) || (set(holder.object, key, value) && isUnchanged(watched));
}

/** The same property with what it is now. */
export function withNewValue({ holder, key }: WatchedKey): WatchedKey {
  const property = getOwnPropertyDescriptor(holder.object, key);
  const value: unknown = get(holder.object, key);
  return { holder, key, value, property: property === undefined ? undefined : bare(property) };
}

// --- inside ---

// Taken before any user code runs: what puts things back must not be what was changed.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, ownKeys, set } = Reflect;

/** Without a prototype: an `Object.prototype.get` must not become a part of it. */
function bare(property: PropertyDescriptor): PropertyDescriptor {
  return Object.assign(Object.create(null) as object, property);
}

/** Settings behind a getter that gives what was set. */
const settings: ReadonlySet<PropertyKey> = new Set([
  "defaultMaxListeners",
  "captureRejections",
  "globalAgent",
  "exitCode",
  "INSPECT_MAX_BYTES",
]);

/** Globals behind a getter, loaded by the time that they are looked at. */
const lateGlobals: ReadonlySet<PropertyKey> = new Set(["process", "Buffer", "crypto", "navigator"]);

/** What of `process` changes by itself. */
const livingKeys: ReadonlySet<PropertyKey> = new Set(["_events", "_eventsCount", "_exiting"]);

/** Functions, what is called by its name, such as `JSON`, and settings. */
function isCompared(
  holder: BuiltinHolder,
  key: PropertyKey,
  property: PropertyDescriptor,
): boolean {
  const { object, isWhole = false, except } = holder;
  const { value, get: getter } = property;
  if (except?.has(key) === true) return false;
  if (getter !== undefined && settings.has(key)) return true;
  if (typeof value === "function") return true;
  // Other getters of the global object load something late: reading them is not for us to do.
  if (object === globalThis) {
    return lateGlobals.has(key) || (typeof value === "object" && value !== null);
  }
  if (object === process) return "value" in property && !livingKeys.has(key);
  if (object === Error && key === "stackTraceLimit") return true;
  // The indent of groups; what else a console has of its own are its streams and counters.
  if (object === console) return typeof value === "string";
  return isWhole && "value" in property;
}

function hiddenNames(): readonly (readonly [string, object, readonly string[]])[] {
  const above = Object.getPrototypeOf(performance) as object;
  const isMethod = (key: PropertyKey): key is string =>
    typeof key === "string" && typeof getOwnPropertyDescriptor(above, key)?.value === "function";
  const emitting = ["emit", "on", "once", "off", "addListener", "removeListener"];
  const writing = ["write", "end", "_write", "_writev", "destroy", ...emitting];
  return [
    ["performance", performance, ownKeys(above).filter(isMethod)],
    ["Error", Error, ["prepareStackTrace"]],
    ["process", process, [...emitting, "_maxListeners", ...warnings]],
    ["process.stdout", process.stdout, writing],
    ["process.stderr", process.stderr, writing],
  ];
}

const warnings = ["noDeprecation", "throwDeprecation", "traceDeprecation", "traceProcessWarnings"];
