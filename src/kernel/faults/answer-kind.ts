/** Whether a value has properties that can be read. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Whether a value is an object literal, or JSON. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value can be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  const isHolder = isObject(value) || typeof value === "function";
  return isHolder && "then" in value && typeof value.then === "function";
}

/** Whether a value is a web stream. */
export function isWebStream(value: unknown): value is ReadableStream<unknown> {
  return isObject(value) && typeof value["getReader"] === "function";
}

/** A stream of Node, as far as cutting it needs. */
export interface NodeStream {
  push(chunk: unknown, encoding?: string): boolean;
  destroy(error: Error): unknown;
}

/** Whether a value is a readable stream of Node. */
export function isNodeStream(value: unknown): value is NodeStream {
  if (!isObject(value)) return false;
  return ["pipe", "push", "destroy"].every((method) => typeof value[method] === "function");
}

/** A generator or another iterator, of either kind. */
export interface AnyIterator {
  next(...args: unknown[]): unknown;
  return?(value?: unknown): unknown;
  throw?(error?: unknown): unknown;
}

/** Whether a value is an iterator that is also iterable, as what a generator gives. */
export function isIterator(value: unknown): value is AnyIterator {
  if (!isObject(value) || typeof value["next"] !== "function") return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

/** Whether a value answers as fetch does. */
export function isResponse(value: unknown): value is Response {
  if (!isObject(value)) return false;
  return typeof value["status"] === "number" && typeof value["arrayBuffer"] === "function";
}

/** Whether a value is bytes or numbers in a typed array; a DataView is not. */
export function isTypedArray(value: unknown): value is Uint8Array | Float64Array {
  return ArrayBuffer.isView(value) && "subarray" in value;
}

/** Whether a typed array holds floats, so that it can hold NaN. */
export function isFloats(value: unknown): value is Float64Array | Float32Array {
  return value instanceof Float64Array || value instanceof Float32Array;
}
