/** The tables of a TrueType font by their tags, as its file has them. */
export type FontTables = ReadonlyMap<string, Uint8Array>;

/** A part of a font: the glyphs of some characters, numbered anew. */
export interface FontPart {
  /** A whole font file. */
  readonly bytes: Uint8Array;
  /** The number of the glyph of each character, from 1. */
  readonly glyphs: ReadonlyMap<string, number>;
}

/** Reads a font whose glyphs are outlines of their own, none of them made of others. */
export class TrueType {
  readonly #tables: FontTables;
  readonly #groups: readonly (readonly [from: number, to: number, glyph: number])[];

  constructor(tables: FontTables) {
    this.#tables = tables;
    this.#groups = groupsIn(viewOf(tables, "cmap"));
  }

  has(character: string): boolean {
    return this.#glyphOf(character) !== 0;
  }

  /** How wide a character is, in thousandths of the size. */
  width(character: string): number {
    const unitsPerEm = viewOf(this.#tables, "head").getUint16(18);
    return Math.round((this.#advance(this.#glyphOf(character)) * 1_000) / unitsPerEm);
  }

  /** A font file with these characters only; the same ones always give the same bytes. */
  part(characters: Iterable<string>): FontPart {
    const known = [...new Set(characters)].filter((one) => this.has(one)).toSorted();
    const glyphs = new Map(known.map((one, at) => [one, at + 1]));
    const taken = [0, ...known.map((one) => this.#glyphOf(one))];
    const outlines = taken.map((glyph) => padded(this.#outline(glyph)));
    const tables: [string, Uint8Array][] = [
      ["glyf", joined(outlines)],
      ["head", this.#copy("head", (view) => view.setInt16(50, 1))],
      ["hhea", this.#copy("hhea", (view) => view.setUint16(34, taken.length))],
      [
        "hmtx",
        numbers(
          taken.flatMap((glyph) => [this.#advance(glyph), 0]),
          2,
        ),
      ],
      ["loca", numbers(startsOf(outlines), 4)],
      ["maxp", this.#copy("maxp", (view) => view.setUint16(4, taken.length))],
    ];
    return { bytes: fontFile(tables), glyphs };
  }

  #glyphOf(character: string): number {
    const code = character.codePointAt(0) ?? 0;
    const group = this.#groups.find(([from, to]) => code >= from && code <= to);
    return group === undefined ? 0 : group[2] + code - group[0];
  }

  #advance(glyph: number): number {
    const last = viewOf(this.#tables, "hhea").getUint16(34) - 1;
    return viewOf(this.#tables, "hmtx").getUint16(Math.min(glyph, last) * 4);
  }

  #outline(glyph: number): Uint8Array {
    const places = viewOf(this.#tables, "loca");
    const isLong = viewOf(this.#tables, "head").getInt16(50) === 1;
    const at = (index: number): number =>
      isLong ? places.getUint32(index * 4) : places.getUint16(index * 2) * 2;
    return tableOf(this.#tables, "glyf").subarray(at(glyph), at(glyph + 1));
  }

  #copy(tag: string, change: (view: DataView) => void): Uint8Array {
    const bytes = tableOf(this.#tables, tag).slice();
    change(new DataView(bytes.buffer));
    return bytes;
  }
}

// --- inside ---

function tableOf(tables: FontTables, tag: string): Uint8Array {
  return tables.get(tag) ?? new Uint8Array(64);
}

function viewOf(tables: FontTables, tag: string): DataView {
  const { buffer, byteOffset, byteLength } = tableOf(tables, tag);
  return new DataView(buffer, byteOffset, byteLength);
}

/** Which characters follow each other as their glyphs do; of the table that knows all of them. */
function groupsIn(view: DataView): readonly (readonly [number, number, number])[] {
  const count = view.getUint16(2);
  const starts = Array.from({ length: count }, (_, at) => view.getUint32(8 + at * 8));
  const start = starts.find((one) => view.getUint16(one) === 12);
  if (start === undefined) return [];
  return Array.from({ length: view.getUint32(start + 12) }, (_, at) => {
    const group = start + 16 + at * 12;
    return [view.getUint32(group), view.getUint32(group + 4), view.getUint32(group + 8)] as const;
  });
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  whole.set(bytes);
  return whole;
}

function startsOf(parts: readonly Uint8Array[]): readonly number[] {
  let at = 0;
  const ends = parts.map(({ length }) => (at += length));
  return [0, ...ends];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const starts = startsOf(parts);
  const whole = new Uint8Array(starts.at(-1) ?? 0);
  for (const [at, part] of parts.entries()) whole.set(part, starts[at] ?? 0);
  return whole;
}

function numbers(values: readonly number[], width: 2 | 4): Uint8Array {
  const bytes = new Uint8Array(values.length * width);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries()) {
    if (width === 2) view.setUint16(at * 2, value);
    else view.setUint32(at * 4, value);
  }
  return bytes;
}

/** A file of tables; who reads it in a PDF looks at no sum, but the sums are right. */
function fontFile(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const count = tables.length;
  const power = Math.floor(Math.log2(count));
  const searched = 2 ** power * 16;
  const head = 12 + count * 16;
  const contents = tables.map(([, bytes]) => padded(bytes));
  const starts = startsOf(contents);
  const records = tables.flatMap(([tag, bytes], at) => [
    tagNumber(tag),
    sumOf(contents[at] ?? bytes),
    head + (starts[at] ?? 0),
    bytes.length,
  ]);
  const first = numbers([1, 0, count, searched, power, count * 16 - searched], 2);
  return joined([first, numbers(records, 4), ...contents]);
}

function tagNumber(tag: string): number {
  return Array.from(tag).reduce((number, letter) => number * 256 + (letter.codePointAt(0) ?? 0), 0);
}

function sumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
