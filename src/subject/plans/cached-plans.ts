import type { FileTargets } from "./file-targets.ts";

/** What was found in a file, with all that must be as it was for it to be true still. */
export interface CachedPlans {
  readonly found: FileTargets;
  /** Absolute paths of files, with the digest of each. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The same for files with calls of what the file exports. */
  readonly callers: Readonly<Record<string, string>>;
}

/**
 * What was kept of this file, or nothing where it is not what a scan keeps. A project may bring a
 * folder of its own making: what is named in it is called in the simulated world, as the code of
 * the project is, but files are written by the name of the module, so that has to be the file's.
 */
export function cachedPlans(value: unknown, file: string): CachedPlans | undefined {
  if (!isTable(value)) return undefined;
  const { found, dependencies, callers } = value;
  const isWhole = isFound(found, file) && isTexts(dependencies) && isTexts(callers);
  return isWhole ? (value as unknown as CachedPlans) : undefined;
}

// --- inside ---

type Table = Readonly<Record<string, unknown>>;

/** The folder of an installed package is known by its name, which is no path. */
const packageName = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/u;

function isFound(found: unknown, file: string): boolean {
  if (!isTable(found)) return false;
  const { module, targets, problem, states } = found;
  const isNamed = module === file || (typeof module === "string" && packageName.test(module));
  return (
    isNamed &&
    isListOf(targets, (target) => isTarget(target, module)) &&
    (problem === undefined || typeof problem === "string") &&
    (states === undefined || isTable(states))
  );
}

function isTarget(target: unknown, module: unknown): boolean {
  if (!isTable(target) || target["module"] !== module) return false;
  const { name, calls, receiver, harness, blocked, isWeak, doubt } = target;
  return (
    typeof name === "string" &&
    isListOf(calls, isCall) &&
    (harness === "fresh" || harness === "stateful") &&
    typeof isWeak === "boolean" &&
    (doubt === undefined || typeof doubt === "string") &&
    (receiver === undefined || (isShape(receiver) && isListOf(receiver["params"], isParam))) &&
    (blocked === undefined || isTexts(blocked))
  );
}

function isCall(call: unknown): boolean {
  if (!isTable(call)) return false;
  const { name, kind, from, place, params, returns, definitions } = call;
  return (
    typeof name === "string" &&
    typeof kind === "string" &&
    isTable(from) &&
    typeof from["module"] === "string" &&
    isListOf(from["path"], (part) => typeof part === "string") &&
    isTable(place) &&
    typeof place["file"] === "string" &&
    typeof place["line"] === "number" &&
    isListOf(params, isParam) &&
    isShape(returns) &&
    isTable(definitions) &&
    Object.values(definitions).every(isShape) &&
    isListOf(call["examples"], isTable) &&
    isListOf(call["guards"], isTable) &&
    isListOf(call["documentedThrows"], (one) => typeof one === "string") &&
    isStated(call["stated"])
  );
}

function isStated(stated: unknown): boolean {
  return stated === undefined || (isTable(stated) && isListOf(stated["laws"], isTexts));
}

function isParam(param: unknown): boolean {
  return isTable(param) && typeof param["name"] === "string" && isShape(param["shape"]);
}

function isShape(shape: unknown): shape is Table {
  return isTable(shape) && typeof shape["kind"] === "string";
}

function isListOf(list: unknown, isOne: (part: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(isOne);
}

function isTexts(table: unknown): boolean {
  return isTable(table) && Object.values(table).every((text) => typeof text === "string");
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
