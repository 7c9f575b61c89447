import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, inflateSync } from "node:zlib";
import { installed, madeOnce, vendor } from "./stamp.mjs";

const name = "@fontsource/unifont";

/**
 * Carries the one font that has a glyph for every character of the basic plane: the fonts that every
 * viewer of PDFs has know Western Europe only. A report embeds the glyphs that it needs. It is a
 * TrueType file, compressed as a whole: of a WOFF file, fontkit would unpack all outlines again for
 * every glyph.
 */
export async function vendorFonts() {
  const folder = join(vendor, "fonts");
  await madeOnce(folder, { from: [name], by: ["./fonts.mjs", "./stamp.mjs"] }, () => {
    const source = installed(name).folder;
    const woff = readFileSync(join(source, "files", "unifont-latin-400-normal.woff"));
    const font = trueType(woff);
    // Half a megabyte smaller than gzip; the best quality would take a minute of every build.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 24 };
    writeFileSync(join(folder, "unifont.ttf.br"), brotliCompressSync(font, { params }));
    copyFileSync(join(source, "LICENSE"), join(folder, "LICENSE.txt"));
  });
}

// --- inside ---

/** The font in a WOFF file, whose tables are compressed each by itself. */
function trueType(woff) {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + count * 16);
  const power = Math.floor(Math.log2(count));
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts = [head];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const record = 44 + at * 20;
    const table = tableAt(woff, record);
    const place = 12 + at * 16;
    woff.copy(head, place, record, record + 4); // its tag
    woff.copy(head, place + 4, record + 16, record + 20); // its sum
    head.writeUInt32BE(end, place + 8);
    head.writeUInt32BE(table.length, place + 12);
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    end += table.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableAt(woff, record) {
  const start = woff.readUInt32BE(record + 4);
  const packed = woff.subarray(start, start + woff.readUInt32BE(record + 8));
  return packed.length < woff.readUInt32BE(record + 12) ? inflateSync(packed) : packed;
}
