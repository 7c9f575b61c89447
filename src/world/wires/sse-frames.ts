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
        frames.push(readFrame(this.#held.subarray(frameStart, line.next)));
        frameStart = line.next;
      }
    }
    // A copy: a small rest must not keep a large piece in memory.
    if (frameStart > 0) this.#held = this.#held.slice(frameStart);
    this.#lineStart -= frameStart;
    return frames;
  }

  /** What is left of an event that never ended. */
  rest(): Uint8Array {
    return this.#held;
  }

  /** How many bytes wait for the end of their event. */
  get heldBytes(): number {
    return this.#held.length;
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
  if (splitter.heldBytes > 0) yield unread(splitter.rest());
}

/** The events of a text that came whole, those without data left out; the last may lack its end. */
export function framesIn(text: string): readonly SseFrame[] {
  const frames = new SseSplitter().push(Buffer.from(`${text}\n\n`));
  return frames.filter(({ data }) => data !== "");
}

/** The same event with other data; its name, its id and whatever else it has stay. */
export function withData({ bytes, event }: SseFrame, data: string): SseFrame {
  const lines = linesOf(bytes).filter((line) => line !== "" && !/^data(?::|$)/u.test(line));
  const all = [...lines, ...data.split("\n").map((line) => `data: ${line}`), "", ""];
  return { event, data, bytes: Buffer.from(all.join("\n")) };
}

/** An event with this data. */
export function makeFrame(event: string | undefined, data: string): SseFrame {
  const head = event === undefined ? "" : `event: ${event}\n`;
  const lines = data.split("\n").map((line) => `data: ${line}\n`);
  return { event, data, bytes: Buffer.from(`${head}${lines.join("")}\n`) };
}

// --- inside ---

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

function readFrame(bytes: Uint8Array): SseFrame {
  const data: string[] = [];
  let event: string | undefined;
  for (const line of linesOf(bytes)) {
    if (line.startsWith("data:")) data.push(valueOf(line, 5));
    else if (line === "data") data.push("");
    else if (line.startsWith("event:")) event = valueOf(line, 6);
  }
  return { bytes, event, data: data.join("\n") };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  return text.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u);
}

function unread(bytes: Uint8Array): SseFrame {
  return { bytes, event: undefined, data: "" };
}

function valueOf(line: string, from: number): string {
  return line[from] === " " ? line.slice(from + 1) : line.slice(from);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
