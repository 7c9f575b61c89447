import { isTypedArrayName } from "./builtin-makers.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { textArbitrary } from "./text-arbitrary.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

/** Binary data by the name of its class; undefined for one that is not known. */
export function bytesArbitrary(type: string): Arbitrary | undefined {
  const fc = fastCheck();
  const bytes = fc.uint8Array({ size: "small" });
  if (type === "Uint8Array") return bytes;
  if (["Buffer", "ArrayBuffer", "SharedArrayBuffer", "DataView"].includes(type)) {
    return unmadeArbitrary(type, bytes);
  }
  if (type === "ArrayBufferLike" || type === "BufferSource")
    return unmadeArbitrary("ArrayBuffer", bytes);
  if (type === "ArrayBufferView") return bytes;
  if (!isTypedArrayName(type)) return undefined;
  const items = fc.array(fc.integer({ min: 0, max: 127 }), { size: "small" });
  return unmadeArbitrary("typed array", fc.record({ type: fc.constant(type), items }));
}

/**
 * Values of a class of the platform; undefined for one that is not known. Only what it needs is
 * made: fast-check looks all of Unicode up for the addresses of the web, which takes a second.
 */
export function builtinArbitrary(name: string): Arbitrary | undefined {
  const fc = fastCheck();
  switch (name) {
    case "Date":
      return dates();
    case "RegExp":
      return unmadeArbitrary(name, fc.constantFrom("a", "\\d+", "^$", "[a-z]*", "(a|b)c?", "."));
    case "URL":
      return unmadeArbitrary(name, addresses());
    case "URLSearchParams":
    case "Headers":
    case "FormData":
      return unmadeArbitrary(name, pairs());
    case "Request":
    case "Response": {
      const status = fc.constantFrom(200, 201, 400, 404, 429, 500, 503);
      const body = fc.string({ size: "small" });
      return unmadeArbitrary(name, fc.record({ url: addresses(), body, status }, plain));
    }
    case "Blob":
    case "ReadableStream":
      return unmadeArbitrary(name, fc.uint8Array({ size: "small" }));
    case "Error":
    case "TypeError":
      return unmadeArbitrary(name, textArbitrary({ kind: "string" }));
    case "AbortSignal":
      return unmadeArbitrary(name, fc.constantFrom("quiet", "aborted", "aborts"));
    case "AbortController":
    case "EventEmitter":
    case "WeakMap":
    case "WeakSet":
    case "TextEncoder":
    case "TextDecoder":
      return unmadeArbitrary(name, fc.constant(null));
    default:
      return undefined;
  }
}

// --- inside ---

const plain = { noNullPrototype: true } as const;

function addresses(): Arbitrary {
  const fc = fastCheck();
  return fc.oneof(
    fc.constantFrom(
      "https://example.com/",
      "https://example.com/a?b=c#d",
      "http://localhost:3000/",
    ),
    fc.webUrl({ withQueryParameters: true }),
  );
}

function pairs(): Arbitrary {
  const fc = fastCheck();
  const value = fc.string({ size: "small" }).map((text) => text.trim());
  const how = { noNullPrototype: true, maxKeys: 4 };
  return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, how);
}

function dates(): Arbitrary {
  const fc = fastCheck();
  const times = [0, 1, -1, 86_400_000, 951_782_400_000, 1_709_164_800_000, 4_102_444_800_000];
  const edges = [...times, 8.64e15, -8.64e15].map((time) => () => new Date(time));
  const years = { min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true };
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.date(years), weight: 10 },
    { arbitrary: fc.constantFrom(...edges).map((make) => make()), weight: 4 },
    { arbitrary: fc.date({ noInvalidDate: true }), weight: 3 },
    { arbitrary: fc.date({ noInvalidDate: false }), weight: 1 },
  );
}
