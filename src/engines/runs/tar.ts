import { gzipSync } from "node:zlib";
import { assert } from "../../kernel/errors/assert.ts";

/** A file that is to be written somewhere, under a name with forward slashes. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * A `.tar.gz` of files, in the format that every system opens (POSIX ustar). The same files give
 * the same bytes: names are sorted, and times, owners and the name of the system are left out.
 */
export function tarGz(files: readonly NamedBytes[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const blocks = sorted.flatMap((file) => [headerOf(file), file.bytes, paddingOf(file.bytes)]);
  const packed = gzipSync(Buffer.concat([...blocks, new Uint8Array(2 * blockBytes)]));
  // The tenth byte of gzip names the system that packed it; 255 is "unknown".
  packed[9] = 255;
  return packed;
}

/** The longest name that has a place in a header. */
export const nameBytesMax = 100;

// --- inside ---

const blockBytes = 512;
const modeOfFile = 0o644;

function headerOf({ name, bytes }: NamedBytes): Uint8Array {
  assert(Buffer.byteLength(name) <= nameBytesMax, "names are made short before they are packed");
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, "utf8");
  header.write(octal(modeOfFile, 8), 100, "ascii");
  header.write(octal(0, 8), 108, "ascii");
  header.write(octal(0, 8), 116, "ascii");
  header.write(octal(bytes.length, 12), 124, "ascii");
  header.write(octal(0, 12), 136, "ascii");
  header.write(" ".repeat(8), 148, "ascii");
  header.write("0", 156, "ascii");
  header.write("ustar\u000000", 257, "ascii");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\u0000 `, 148, "ascii");
  return header;
}

/** A number as octal text that ends in a NUL. */
function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\u0000`;
}

function paddingOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array((blockBytes - (bytes.length % blockBytes)) % blockBytes);
}
