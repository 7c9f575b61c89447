import type { InstanceShape } from "../../kernel/values/shape.ts";

/** Something that has a prototype. */
export type ObjectLike = object | CallableFunction;

/** Whether a value is a map or a set, or can be asked like one. */
export function isKeyed(value: unknown, kind: "map" | "set"): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (kind === "map" ? value instanceof Map : value instanceof Set) return true;
  if (classNames(value).includes(kind === "map" ? "Map" : "Set")) return true;
  return typeof Reflect.get(value, "has") === "function" && Symbol.iterator in value;
}

/** Whether a value is binary data of a class. */
export function isBinary(value: ObjectLike, type: string): boolean {
  const names = classNames(value);
  if (names.includes(type)) return true;
  const isBuffer = names.includes("ArrayBuffer") || names.includes("SharedArrayBuffer");
  switch (type) {
    case "ArrayBufferLike":
      return isBuffer;
    case "ArrayBufferView":
      return ArrayBuffer.isView(value);
    case "BufferSource":
      return isBuffer || ArrayBuffer.isView(value);
    default:
      return !/^(?:Buffer|ArrayBuffer|SharedArrayBuffer|DataView|\w+Array)$/.test(type);
  }
}

/**
 * Whether a value is of a class of the platform. Only for the language's own classes is that
 * certain; of others there are copies and stand-ins, which types allow.
 */
export function isBuiltin(value: ObjectLike, name: string): boolean {
  if (!ownClasses.has(name)) return true;
  if (classNames(value).includes(name)) return true;
  return name === "Error" && "message" in value && "name" in value;
}

/** Whether a value is of a class of the user's, by its name or by what it has. */
export function isInstance(value: ObjectLike, { name, fields }: InstanceShape): boolean {
  return classNames(value).includes(name) || fields.every((field) => field in value);
}

// --- inside ---

const ownClasses = new Set(["Date", "RegExp", "Error", "WeakMap", "WeakSet"]);

/** A chain that is longer is not looked through. */
const chainMax = 20;

/** The names of the classes that a value is of; another realm's have the same. */
function classNames(value: ObjectLike): readonly string[] {
  const names: string[] = [];
  let prototype: unknown = Object.getPrototypeOf(value);
  for (let steps = 0; steps < chainMax; steps++) {
    if (typeof prototype !== "object" || prototype === null) break;
    const maker: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
    if (typeof maker === "function") names.push(maker.name);
    prototype = Object.getPrototypeOf(prototype);
  }
  return names;
}
