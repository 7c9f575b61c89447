import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { traceLimits } from "../kernel/trace/trace-limits.ts";
import type { TraceReader } from "../kernel/trace/trace-read.ts";

/** Cuts bytes into lines for a trace reader; bytes that are no text are told with their line. */
export class LineFeed {
  readonly #reader: TraceReader;
  readonly #name: string;
  // A byte order mark is not skipped: no writer of ours makes one, so the file was changed.
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #pending: Uint8Array[] = [];
  #pendingLength = 0;
  #lines = 0;

  constructor(reader: TraceReader, name: string) {
    this.#reader = reader;
    this.#name = name;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    let start = 0;
    // Lines are cut before they are decoded, so that a bad byte is told with its own line.
    for (let end = bytes.indexOf(lineEnd); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      this.#hold(bytes.subarray(start, end));
      this.#give();
      start = end + 1;
    }
    this.#hold(bytes.subarray(start));
    // A line that never ends is handed over as it is: the reader says that it is too long.
    if (this.#pendingLength > pendingLengthMax) this.#give();
  }

  /** Says that there are no more bytes; the last line must have ended. */
  finish(): void {
    if (this.#pendingLength === 0) return;
    this.#give();
    throw new GauntletError({
      code: "T006",
      what: "the trace is cut short: its last line has no line end",
      where: `${this.#name}:${this.#lines}`,
      help: "take the file from version control or a backup, or record the run again",
    });
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#pendingLength += bytes.length;
  }

  #give(): void {
    const bytes = Buffer.concat(this.#pending, this.#pendingLength);
    this.#pending = [];
    this.#pendingLength = 0;
    this.#lines += 1;
    this.#reader.push(this.#decode(bytes));
  }

  #decode(bytes: Uint8Array): string {
    // JSON escapes the zero byte, so a file that holds one is not JSON.
    if (bytes.includes(0)) throw this.#notText();
    try {
      return this.#decoder.decode(bytes);
    } catch {
      throw this.#notText();
    }
  }

  #notText(): GauntletError {
    return new GauntletError({
      code: "T014",
      what: "the file is not text: it holds bytes that no trace has",
      where: `${this.#name}:${this.#lines}`,
      note: "a trace is UTF-8 JSON Lines, plain or gzipped",
      help: "give the path of a `trace.jsonl` or `trace.jsonl.gz` that gauntlet wrote",
    });
  }
}

// --- inside ---

const lineEnd = 0x0a;
/** A character takes at most three bytes, so a line of more bytes has too many characters. */
const pendingLengthMax = traceLimits.lineLengthMax * 3;
