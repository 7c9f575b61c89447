import type { FontPart } from "./true-type.ts";

/**
 * The objects of an embedded font, from a number on: the font, its glyphs with their widths, what
 * they look like in general, the file, and which characters they are, for whoever copies text.
 */
export function fontObjects(
  part: FontPart & { readonly units: ReadonlyMap<string, number> },
  first: number,
): readonly string[] {
  const glyphs = [...part.glyphs].toSorted(([, one], [, other]) => one - other);
  const widths = glyphs.map(([character]) => part.units.get(character) ?? 1_000).join(" ");
  const file = latin1Text(part.bytes);
  const map = characterMap(glyphs);
  const info = "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>";
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H ` +
      `/DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo ${info} ` +
      `/FontDescriptor ${first + 2} 0 R /DW 1000 /W [1 [${widths}]] /CIDToGIDMap /Identity >>`,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -125 1000 875] ` +
      `/ItalicAngle 0 /Ascent 875 /Descent -125 /CapHeight 625 /StemV 62 ` +
      `/FontFile2 ${first + 3} 0 R >>`,
    `<< /Length ${file.length} /Length1 ${file.length} >>\nstream\n${file}\nendstream`,
    `<< /Length ${map.length} >>\nstream\n${map}\nendstream`,
  ];
}

// --- inside ---

/** The six letters say that it is a part of the font. */
const name = "GAUNTL+Unifont";

/** So many entries may stand in one list. */
const entriesMax = 100;

function characterMap(glyphs: readonly (readonly [string, number])[]): string {
  const lists: string[] = [];
  for (let at = 0; at < glyphs.length; at += entriesMax) {
    const entries = glyphs.slice(at, at + entriesMax);
    const lines = entries.map(([character, glyph]) => `<${hex(glyph)}> <${utf16(character)}>`);
    lists.push(`${entries.length} beginbfchar\n${lines.join("\n")}\nendbfchar`);
  }
  return [
    "/CIDInit /ProcSet findresource begin",
    "12 dict begin",
    "begincmap",
    "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
    "/CMapName /Adobe-Identity-UCS def",
    "/CMapType 2 def",
    "1 begincodespacerange",
    "<0000> <ffff>",
    "endcodespacerange",
    ...lists,
    "endcmap",
    "CMapName currentdict /CMap defineresource pop",
    "end",
    "end",
  ].join("\n");
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at))).join(
    "",
  );
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function latin1Text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCodePoint(byte)).join("");
}
