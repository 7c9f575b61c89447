/** A line longer than this is dropped: no message of ours comes near. */
const lineLengthMax = 64 * 1024 * 1024;

const newline = 0x0a;

/** Cuts a byte stream into lines of UTF-8 text; a character is never torn. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #parts: Buffer[] = [];
  #length = 0;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(newline, from);
      if (at < 0) break;
      this.#keep(chunk.subarray(from, at));
      this.#flush();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= lineLengthMax) this.#parts.push(part);
  }

  #flush(): void {
    const isWhole = this.#length <= lineLengthMax;
    const line = isWhole ? Buffer.concat(this.#parts).toString("utf8") : "";
    this.#parts = [];
    this.#length = 0;
    if (isWhole) this.#onLine(line);
  }
}

/** The lines of a byte stream as they come; what follows the last line break is none. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => void lines.push(line));
  for await (const chunk of stream) {
    splitter.push(chunk);
    yield* lines.splice(0);
  }
}
