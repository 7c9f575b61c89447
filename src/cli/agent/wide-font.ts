import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { FontTables } from "../../report/index.ts";

/** The font that has glyphs beyond Western Europe, as it is carried along; read when needed. */
export function wideFont(): FontTables {
  // From src/ and from dist/ alike this is the file that the build carries.
  const file = new URL("../../../dist/vendor/fonts/unifont.woff", import.meta.url);
  return tablesIn(readFileSync(file));
}

// --- inside ---

/** The tables of a WOFF file: a font each of whose tables is compressed. */
function tablesIn(woff: Buffer): FontTables {
  const tables = new Map<string, Uint8Array>();
  const count = woff.readUInt16BE(12);
  for (let at = 0; at < count; at += 1) {
    const record = 44 + at * 20;
    const tag = woff.toString("latin1", record, record + 4);
    const start = woff.readUInt32BE(record + 4);
    const packed = woff.readUInt32BE(record + 8);
    const whole = woff.readUInt32BE(record + 12);
    const bytes = woff.subarray(start, start + packed);
    tables.set(tag, packed < whole ? inflateSync(bytes, { maxOutputLength: whole }) : bytes);
  }
  return tables;
}
