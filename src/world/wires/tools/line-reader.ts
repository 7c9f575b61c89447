/** Splits bytes into lines without decoding them; a line that is too long ends the reading. */
export class LineReader {
  readonly #bytesMax: number;
  #open: Buffer[] = [];
  #bytes = 0;

  constructor(bytesMax: number = lineBytesMax) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that these bytes end, without their newlines; undefined where one is too long. */
  add(piece: Buffer): readonly Buffer[] | undefined {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      if (this.#bytes + at - from > this.#bytesMax) return undefined;
      lines.push(Buffer.concat([...this.#open, piece.subarray(from, at)]));
      this.#open = [];
      this.#bytes = 0;
      from = at + 1;
    }
    this.#bytes += piece.length - from;
    if (this.#bytes > this.#bytesMax) return undefined;
    if (from < piece.length) this.#open.push(piece.subarray(from));
    return lines;
  }

  /** What stands after the last newline. */
  rest(): Buffer {
    return Buffer.concat(this.#open);
  }
}

/** One line of a server or a client has at most so many bytes. */
export const lineBytesMax = 8_388_608;
