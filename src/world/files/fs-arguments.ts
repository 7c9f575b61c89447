import { fileURLToPath } from "node:url";
import { isProxy, isUint8Array } from "node:util/types";
import { outsideRun, realFs } from "../real-fs.ts";

/**
 * A path as a string; undefined for what Node refuses, which the real function then does. Whatever
 * Node takes must be taken here, or the real function would act: bytes of another realm, and what
 * only looks like a URL.
 */
export function pathOf(value: unknown): string | undefined {
  let path = value;
  if (isUint8Array(value)) path = Buffer.from(value).toString();
  else if (typeof value === "object" && value !== null) path = pathOfUrl(value);
  return typeof path === "string" && !path.includes("\0") ? path : undefined;
}

/** One option of an options argument that may be missing, or be something else. */
export function optionOf(options: unknown, name: string): unknown {
  if (typeof options !== "object" || options === null) return undefined;
  return (options as Record<string, unknown>)[name];
}

/** The encoding that an options argument asks for; undefined is a Buffer. */
export function encodingOf(options: unknown): BufferEncoding | undefined {
  const encoding = typeof options === "string" ? options : optionOf(options, "encoding");
  if (encoding === undefined || encoding === null || encoding === "buffer") return undefined;
  if (typeof encoding === "string" && Buffer.isEncoding(encoding)) return encoding;
  return refuse(() => realFs.readFileSync(nowhere, { encoding: encoding as BufferEncoding }));
}

/** The numeric flags that `"r+"` and the like stand for. */
export function flagsOf(flag: unknown, otherwise: string): number {
  if (typeof flag === "number") return flag;
  const known = flags[typeof flag === "string" ? flag : otherwise];
  if (known !== undefined && (typeof flag === "string" || flag === undefined || flag === null)) {
    return known;
  }
  return refuse(() => realFs.openSync(nowhere, flag as string));
}

/** A mode as a number, or as octal digits. */
export function modeOf(mode: unknown, otherwise: number): number {
  if (typeof mode === "number") return mode;
  return typeof mode === "string" ? Number.parseInt(mode, 8) : otherwise;
}

/** The bytes of a buffer, or of a text; Node's own error for anything else. */
export function bytesOf(data: unknown, encoding?: unknown): Uint8Array {
  if (typeof data === "string") return Buffer.from(data, (encoding ?? "utf8") as BufferEncoding);
  if (data instanceof Uint8Array) return data;
  if (ArrayBuffer.isView(data))
    return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return refuse(() => realFs.writeFileSync(nowhere, data as string));
}

/** Milliseconds since 1970 of a time that is given in seconds, as a text or as a date. */
export function timeMsOf(time: unknown): number {
  if (time instanceof Date) return time.getTime();
  const seconds = Number(time);
  return Number.isFinite(seconds) ? seconds * 1_000 : 0;
}

/** A position in a file; undefined is where the last read or write ended. */
export function positionOf(position: unknown): number | undefined {
  if (typeof position === "bigint") return position < 0n ? undefined : Number(position);
  return typeof position === "number" && position >= 0 ? position : undefined;
}

// --- inside ---

/** Reads what makes a URL of an object once: a getter may tell the real function another thing. */
function pathOfUrl(value: object): string | undefined {
  if (isProxy(value)) return refuse(() => realFs.accessSync({} as never));
  if (value instanceof URL) return fileURLToPath(value);
  if (!("href" in value)) return undefined;
  const { href, protocol, auth, path } = value as Readonly<Record<string, unknown>>;
  const isLike = Boolean(href) && Boolean(protocol) && auth === undefined && path === undefined;
  return isLike ? fileURLToPath(String(href)) : refuse(() => realFs.accessSync({} as never));
}

/** A path at which nothing can be read or made: only its arguments are looked at. */
const nowhere = "/dev/null/nowhere";

/** Lets the real function say what is wrong with an argument. */
function refuse(call: () => unknown): never {
  outsideRun(call);
  throw new TypeError("The argument is not valid");
}

const o = realFs.constants;
const flags: Readonly<Record<string, number>> = {
  r: o.O_RDONLY,
  rs: o.O_RDONLY | o.O_SYNC,
  sr: o.O_RDONLY | o.O_SYNC,
  "r+": o.O_RDWR,
  "rs+": o.O_RDWR | o.O_SYNC,
  "sr+": o.O_RDWR | o.O_SYNC,
  w: o.O_TRUNC | o.O_CREAT | o.O_WRONLY,
  wx: o.O_TRUNC | o.O_CREAT | o.O_WRONLY | o.O_EXCL,
  xw: o.O_TRUNC | o.O_CREAT | o.O_WRONLY | o.O_EXCL,
  "w+": o.O_TRUNC | o.O_CREAT | o.O_RDWR,
  "wx+": o.O_TRUNC | o.O_CREAT | o.O_RDWR | o.O_EXCL,
  "xw+": o.O_TRUNC | o.O_CREAT | o.O_RDWR | o.O_EXCL,
  a: o.O_APPEND | o.O_CREAT | o.O_WRONLY,
  ax: o.O_APPEND | o.O_CREAT | o.O_WRONLY | o.O_EXCL,
  xa: o.O_APPEND | o.O_CREAT | o.O_WRONLY | o.O_EXCL,
  as: o.O_APPEND | o.O_CREAT | o.O_WRONLY | o.O_SYNC,
  sa: o.O_APPEND | o.O_CREAT | o.O_WRONLY | o.O_SYNC,
  "a+": o.O_APPEND | o.O_CREAT | o.O_RDWR,
  "ax+": o.O_APPEND | o.O_CREAT | o.O_RDWR | o.O_EXCL,
  "xa+": o.O_APPEND | o.O_CREAT | o.O_RDWR | o.O_EXCL,
  "as+": o.O_APPEND | o.O_CREAT | o.O_RDWR | o.O_SYNC,
  "sa+": o.O_APPEND | o.O_CREAT | o.O_RDWR | o.O_SYNC,
};
