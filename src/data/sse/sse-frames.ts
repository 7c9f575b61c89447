/** One event of a stream, with its bytes as they came. */
export interface SseFrame {
  readonly bytes: Uint8Array;
  readonly event: string | undefined;
  readonly data: string;
}

/**
 * Divides a stream of server-sent events into events, however its bytes are cut: inside of a
 * character, inside of JSON, between the two ends of a line. Whatever goes in comes out, byte for
 * byte: comments and empty lines too.
 */
export class SseSplitter {
  #held: Uint8Array = new Uint8Array(0);
  #isFirst = true;
  /** Where the line begins that has not ended yet. */
  #lineStart = 0;

  /** Takes bytes and gives the events that are now whole. */
  push(bytes: Uint8Array): readonly SseFrame[] {
    this.#held = this.#held.length === 0 ? bytes : joined(this.#held, bytes);
    const frames: SseFrame[] = [];
    let frameStart = 0;
    for (;;) {
      const line = lineEnd(this.#held, this.#lineStart);
      if (line === undefined) break;
      const isBlank = line.at === this.#lineStart;
      this.#lineStart = line.next;
      if (isBlank) {
        frames.push(this.#frame(frameStart, line.next));
        frameStart = line.next;
      }
    }
    // A copy: a small rest must not keep a large piece in memory.
    if (frameStart > 0) this.#held = this.#held.slice(frameStart);
    this.#lineStart -= frameStart;
    return frames;
  }

  /** The last event, where the stream ends with the half of a line end that would end it. */
  end(): readonly SseFrame[] {
    const { length } = this.#held;
    const isBlank = this.#lineStart === length - 1 && this.#held[length - 1] === carriageReturn;
    if (!isBlank) return [];
    const frame = this.#frame(0, length);
    this.#held = new Uint8Array(0);
    return [frame];
  }

  /** What is left of an event that never ended. */
  rest(): Uint8Array {
    return this.#held;
  }

  /** How many bytes wait for the end of their event. */
  get heldBytes(): number {
    return this.#held.length;
  }

  #frame(from: number, to: number): SseFrame {
    const frame = readFrame(this.#held.subarray(from, to), this.#isFirst);
    this.#isFirst = false;
    return frame;
  }
}

/** The events of a stream as they come; the last one may be without its end. */
export async function* framesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<SseFrame> {
  let splitter = new SseSplitter();
  for await (const bytes of pieces) {
    yield* splitter.push(bytes);
    if (splitter.heldBytes <= frameBytesMax) continue;
    yield unread(splitter.rest()); // too large to be held; it passes as it is
    splitter = new SseSplitter();
  }
  yield* splitter.end();
  if (splitter.heldBytes > 0) yield unread(splitter.rest());
}

/** The events of a text that came whole, those without data left out; the last may lack its end. */
export function framesIn(text: string): readonly SseFrame[] {
  const frames = new SseSplitter().push(encoder.encode(`${text}\n\n`));
  return frames.filter(({ data }) => data !== "");
}

/** The same event with other data; its name, its id and whatever else it has stay. */
export function withData({ bytes, event }: SseFrame, data: string): SseFrame {
  const lines = linesOf(bytes, true).filter((line) => line !== "" && !/^data(?::|$)/u.test(line));
  const all = [...lines, ...data.split("\n").map((line) => `data: ${line}`), "", ""];
  return { event, data, bytes: encoder.encode(all.join("\n")) };
}

/** An event with this data. */
export function makeFrame(event: string | undefined, data: string): SseFrame {
  const head = event === undefined ? "" : `event: ${event}\n`;
  const lines = data.split("\n").map((line) => `data: ${line}\n`);
  return { event, data, bytes: encoder.encode(`${head}${lines.join("")}\n`) };
}

/** The fields of an event in order; comments are none. */
export function fieldsOf(
  bytes: Uint8Array,
  isFirst: boolean,
): readonly { readonly name: string; readonly value: string }[] {
  return linesOf(bytes, isFirst).flatMap((line) => {
    const colon = line.indexOf(":");
    if (line === "" || colon === 0) return [];
    if (colon === -1) return [{ name: line, value: "" }];
    const from = line[colon + 1] === " " ? colon + 2 : colon + 1;
    return [{ name: line.slice(0, colon), value: line.slice(from) }];
  });
}

// --- inside ---

const encoder = new TextEncoder();
/** A byte order mark is kept, and what is not UTF-8 becomes a question mark, as browsers do. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** An event that is larger is not read. */
const frameBytesMax = 8_388_608;

const lineFeed = 10;
const carriageReturn = 13;

function lineEnd(
  bytes: Uint8Array,
  from: number,
): { readonly at: number; readonly next: number } | undefined {
  const feed = bytes.indexOf(lineFeed, from);
  const until = feed === -1 ? bytes.length : feed;
  const found = bytes.subarray(from, until).indexOf(carriageReturn);
  if (found === -1) return feed === -1 ? undefined : { at: feed, next: feed + 1 };
  const at = from + found;
  if (at + 1 === bytes.length) return undefined; // its line feed may still come
  return { at, next: bytes[at + 1] === lineFeed ? at + 2 : at + 1 };
}

/** Only the very first bytes of a stream may be a byte order mark. */
function readFrame(bytes: Uint8Array, isFirst: boolean): SseFrame {
  const data: string[] = [];
  let event: string | undefined;
  for (const { name, value } of fieldsOf(bytes, isFirst)) {
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
  }
  return { bytes, event, data: data.join("\n") };
}

function linesOf(bytes: Uint8Array, isFirst: boolean): readonly string[] {
  const text = decoder.decode(bytes);
  return (isFirst ? text.replace(/^\uFEFF/u, "") : text).split(/\r\n|\r|\n/u);
}

function unread(bytes: Uint8Array): SseFrame {
  return { bytes, event: undefined, data: "" };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
