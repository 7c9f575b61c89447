import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Writes 300 MB of one letter, gzipped and without a line end; gives the file. */
export async function makeBomb(file) {
  await pipeline(Readable.from(parts()), createGzip({ level: 1 }), createWriteStream(file));
  return file;
}

// --- inside ---

const partsCount = 300;

function* parts() {
  const part = Buffer.alloc(2 ** 20, 0x61);
  for (let count = 0; count < partsCount; count++) yield part;
}
