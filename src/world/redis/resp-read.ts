import { RedisError } from "./reply.ts";

/** Reads the requests out of the bytes that a client sends, however they are cut. */
export class RequestReader {
  #rest = "";

  /** Takes more bytes in. */
  add(chunk: Uint8Array): void {
    this.#rest += Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1");
  }

  /** The next request that has come as a whole; an empty one is a blank line. */
  next(): readonly string[] | undefined {
    if (this.#rest === "") return undefined;
    return this.#rest.startsWith("*") ? this.#array() : this.#line();
  }

  #array(): readonly string[] | undefined {
    const count = this.#header(0, { mark: "*", max: partsMax, name: "multibulk" });
    if (count === undefined) return undefined;
    const parts: string[] = [];
    let at = count.end;
    for (let index = 0; index < count.value; index++) {
      if (at >= this.#rest.length) return undefined;
      const length = this.#header(at, { mark: "$", max: bulkBytesMax, name: "bulk" });
      if (length === undefined) return undefined;
      const end = length.end + length.value;
      if (this.#rest.length < end + 2) return undefined;
      parts.push(this.#rest.slice(length.end, end));
      at = end + 2;
    }
    this.#rest = this.#rest.slice(at);
    return parts;
  }

  #header(at: number, wanted: Header): { value: number; end: number } | undefined {
    const end = this.#rest.indexOf("\r\n", at);
    if (end === -1) {
      if (this.#rest.length - at < inlineBytesMax) return undefined;
      throw new RedisError(`ERR Protocol error: too big ${wanted.name} count string`);
    }
    const mark = this.#rest[at] ?? "";
    if (mark !== wanted.mark) {
      throw new RedisError(`ERR Protocol error: expected '${wanted.mark}', got '${mark}'`);
    }
    const text = this.#rest.slice(at + 1, end);
    const value = Number(text);
    const isGood = /^-?\d+$/.test(text) && value <= wanted.max;
    if (!isGood || (value < 0 && wanted.mark === "$")) {
      throw new RedisError(`ERR Protocol error: invalid ${wanted.name} length`);
    }
    return { value, end: end + 2 };
  }

  #line(): readonly string[] | undefined {
    const end = this.#rest.indexOf("\n");
    if (end === -1) {
      if (this.#rest.length < inlineBytesMax) return undefined;
      throw new RedisError("ERR Protocol error: too big inline request");
    }
    const line = this.#rest.slice(0, end).trim();
    this.#rest = this.#rest.slice(end + 1);
    const words = line.match(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g) ?? [];
    return words.map((word) => (/^["']/.test(word) ? word.slice(1, -1) : word));
  }
}

// --- inside ---

interface Header {
  readonly mark: string;
  readonly max: number;
  readonly name: string;
}

const partsMax = 1_024 * 1_024;
const bulkBytesMax = 512 * 1_024 * 1_024;
const inlineBytesMax = 64 * 1_024;
