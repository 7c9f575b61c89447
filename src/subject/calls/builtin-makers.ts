import { EventEmitter } from "node:events";
import type { Maker } from "./maker.ts";
import { oddMakers } from "./odd-objects.ts";

/** What makes values of the platform's classes out of data. */
export const builtinMakers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...oddMakers,
  [
    "symbol",
    maker(
      (of) => Symbol(String(of)),
      (of) => `Symbol(${JSON.stringify(of)})`,
    ),
  ],
  ["sparse array", { make: sparse, text: sparseText }],
  [
    "promise",
    maker(
      (of) => Promise.resolve(of),
      (of, show) => `Promise.resolve(${show(of)})`,
    ),
  ],
  [
    "iterable",
    maker(
      (of) => given(of as readonly unknown[]),
      (of, show) => `${show(of)}.values()`,
    ),
  ],
  [
    "async iterable",
    maker(
      (of) => givenLater(of as readonly unknown[]),
      (of, show) => `async ${show(of)}.values()`,
    ),
  ],
  ["Buffer", maker((of) => Buffer.from(of as Uint8Array), bytesText("Buffer.from"))],
  ["ArrayBuffer", maker((of) => (of as Uint8Array).buffer, bytesText("ArrayBuffer of"))],
  ["SharedArrayBuffer", maker(sharedOf, bytesText("SharedArrayBuffer of"))],
  ["DataView", maker((of) => new DataView((of as Uint8Array).buffer), bytesText("DataView of"))],
  ["typed array", maker((of) => typedArray(of), typedArrayText)],
  [
    "RegExp",
    maker(
      (of) => new RegExp(String(of)),
      (of) => `/${String(of)}/`,
    ),
  ],
  [
    "URL",
    maker(
      (of) => new URL(String(of)),
      (of, show) => `new URL(${show(of)})`,
    ),
  ],
  [
    "URLSearchParams",
    maker(
      (of) => new URLSearchParams(of as Record<string, string>),
      (of, show) => `new URLSearchParams(${show(of)})`,
    ),
  ],
  [
    "Headers",
    maker(
      (of) => new Headers(of as Record<string, string>),
      (of, show) => `new Headers(${show(of)})`,
    ),
  ],
  ["Request", maker(requestOf, (of, show) => `new Request(${show((of as Message).url)})`)],
  ["Response", maker(responseOf, (of, show) => `new Response(${show((of as Message).body)})`)],
  ["Blob", maker((of) => new Blob([of as Uint8Array<ArrayBuffer>]), bytesText("Blob of"))],
  [
    "ReadableStream",
    maker(
      (of) => new Blob([of as Uint8Array<ArrayBuffer>]).stream(),
      bytesText("ReadableStream of"),
    ),
  ],
  ["FormData", maker(formOf, (of, show) => `FormData of ${show(of)}`)],
  [
    "Error",
    maker(
      (of) => new Error(String(of)),
      (of, show) => `new Error(${show(of)})`,
    ),
  ],
  [
    "TypeError",
    maker(
      (of) => new TypeError(String(of)),
      (of, show) => `new TypeError(${show(of)})`,
    ),
  ],
  [
    "AbortController",
    maker(
      () => new AbortController(),
      () => "new AbortController()",
    ),
  ],
  ["AbortSignal", { make: signal, text: signalText }],
  [
    "EventEmitter",
    maker(
      () => new EventEmitter(),
      () => "new EventEmitter()",
    ),
  ],
  [
    "WeakMap",
    maker(
      () => new WeakMap(),
      () => "new WeakMap()",
    ),
  ],
  [
    "WeakSet",
    maker(
      () => new WeakSet(),
      () => "new WeakSet()",
    ),
  ],
  [
    "TextEncoder",
    maker(
      () => new TextEncoder(),
      () => "new TextEncoder()",
    ),
  ],
  [
    "TextDecoder",
    maker(
      () => new TextDecoder(),
      () => "new TextDecoder()",
    ),
  ],
]);

// --- inside ---

interface Message {
  readonly url: string;
  readonly body: string;
  readonly status: number;
}

function maker(make: (of: unknown) => unknown, text: Maker["text"]): Maker {
  return { make, text };
}

function sparse(of: unknown): unknown {
  const { items, holes } = of as { items: unknown[]; holes: readonly number[] };
  const made = [...items];
  for (const hole of holes) Reflect.deleteProperty(made, hole);
  return made;
}

function sparseText(of: unknown, show: (value: unknown) => string): string {
  const { items, holes } = of as { items: readonly unknown[]; holes: readonly number[] };
  const shown = items.map((item, at) => (holes.includes(at) ? "" : show(item))).join(", ");
  // The comma behind a hole at the end is a part of it.
  return `[${shown}${holes.includes(items.length - 1) ? "," : ""}]`;
}

function* given(items: readonly unknown[]): Generator<unknown, void> {
  yield* items;
}

async function* givenLater(items: readonly unknown[]): AsyncGenerator<unknown, void> {
  for (const item of items) yield await Promise.resolve(item);
}

function bytesText(what: string): Maker["text"] {
  return (of) => {
    const bytes = [...(of as Uint8Array)];
    const shown = bytes.length > 16 ? `${bytes.slice(0, 16).join(", ")}, …` : bytes.join(", ");
    return what.endsWith(" of") ? `${what} [${shown}]` : `${what}([${shown}])`;
  };
}

function sharedOf(of: unknown): SharedArrayBuffer {
  const bytes = of as Uint8Array;
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  return shared;
}

const typedArrays = {
  Int8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
};

/** The classes of numbers in a buffer that are not `Uint8Array` itself. */
export function isTypedArrayName(name: string): boolean {
  return Object.hasOwn(typedArrays, name);
}

function typedArray(of: unknown): unknown {
  const { type, items } = of as { type: string; items: readonly number[] };
  const found = Object.entries(typedArrays).find(([name]) => name === type)?.[1];
  return (found ?? Uint8Array).from(items);
}

function typedArrayText(of: unknown): string {
  const { type, items } = of as { type: string; items: readonly number[] };
  return `${type}.of(${items.join(", ")})`;
}

function requestOf(of: unknown): Request {
  const { url, body } = of as Message;
  return body === "" ? new Request(url) : new Request(url, { method: "POST", body });
}

function responseOf(of: unknown): Response {
  const { body, status } = of as Message;
  return new Response(body, { status });
}

function formOf(of: unknown): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(of as object)) form.append(key, String(value));
  return form;
}

function signal(of: unknown, making: { hasSignal: boolean }): AbortSignal {
  const controller = new AbortController();
  if (of !== "quiet") making.hasSignal = true;
  if (of === "aborted") controller.abort();
  // The timer is the simulated world's, so this is virtual time.
  if (of === "aborts") setTimeout(() => controller.abort(), abortAfterMs).unref();
  return controller.signal;
}

const abortAfterMs = 10;

function signalText(of: unknown): string {
  if (of === "aborted") return "AbortSignal.abort()";
  return of === "aborts" ? `AbortSignal.timeout(${abortAfterMs})` : "new AbortController().signal";
}
