import { type BuiltinRow, refused } from "./builtin-row.ts";

const memory = "depends on when memory is collected";
const machine = "differs between machines";

/** The language and what is global. */
export const globalRows: readonly BuiltinRow[] = [
  {
    module: "globalThis",
    is: "simulated",
    names: `Date Math.random setTimeout setInterval setImmediate clearTimeout clearInterval
      clearImmediate AbortSignal.timeout File Navigator.prototype.hardwareConcurrency
      FinalizationRegistry.prototype.register
      FinalizationRegistry.prototype.unregister MessageChannel BroadcastChannel
      Event.prototype.timeStamp Intl.DateTimeFormat.prototype.format
      Intl.DateTimeFormat.prototype.formatToParts Temporal.Now.instant Temporal.Now.plainDateISO
      Temporal.Now.plainDateTimeISO Temporal.Now.plainTimeISO Temporal.Now.zonedDateTimeISO
      Crypto.prototype.getRandomValues Crypto.prototype.randomUUID SubtleCrypto.prototype.encrypt
      SubtleCrypto.prototype.decrypt SubtleCrypto.prototype.sign SubtleCrypto.prototype.verify
      SubtleCrypto.prototype.digest SubtleCrypto.prototype.generateKey
      SubtleCrypto.prototype.deriveKey SubtleCrypto.prototype.deriveBits
      SubtleCrypto.prototype.exportKey SubtleCrypto.prototype.wrapKey
      SubtleCrypto.prototype.unwrapKey`,
  },
  {
    module: "globalThis",
    is: "varies",
    why: memory,
    names: "WeakRef.prototype.deref",
  },
  {
    module: "globalThis",
    is: "varies",
    why: machine,
    names: "navigator Navigator",
  },
  refused({
    module: "globalThis",
    seam: "webassembly",
    why: "finishes when a thread of the host's pool does",
    instead: "use `WebAssembly.compile` and `WebAssembly.instantiate`, which are simulated",
    names: "WebAssembly.compileStreaming WebAssembly.instantiateStreaming",
  }),
  { module: "globalThis", is: "simulated", names: "WebAssembly.compile WebAssembly.instantiate" },
  { module: "globalThis", is: "simulated", names: "localStorage" },
  refused({
    module: "globalThis",
    seam: "files",
    why: "writes to a file of the host",
    instead: "pass the storage in, and give the test one in memory",
    names: "Storage.prototype.setItem Storage.prototype.removeItem Storage.prototype.clear",
    when: (self) => self !== Reflect.get(globalThis, "sessionStorage"),
  }),
  {
    module: "globalThis",
    is: "varies",
    why: "keeps what is stored for later runs",
    names: "sessionStorage",
  },
  {
    module: "globalThis",
    is: "pure",
    names: `AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array
      BigUint64Array Boolean DataView DisposableStack Error EvalError FinalizationRegistry
      Float16Array Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl Iterator
      JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set
      SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError
      Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly
      decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval isFinite isNaN parseFloat
      parseInt unescape @toStringTag`,
  },
  {
    module: "globalThis",
    is: "pure",
    names: `AbortController AbortSignal Blob Buffer ByteLengthQueuingStrategy CloseEvent
      CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent DOMException
      DecompressionStream ErrorEvent Event EventTarget FormData Headers MessageEvent MessagePort
      localStorage= sessionStorage= Storage Performance
      PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver
      PerformanceObserverEntryList PerformanceResourceTiming QuotaExceededError
      ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
      ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto
      TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream
      TransformStreamDefaultController URL URLPattern URLSearchParams WritableStream
      WritableStreamDefaultController WritableStreamDefaultWriter atob btoa crypto console performance
      process queueMicrotask structuredClone`,
  },
];
