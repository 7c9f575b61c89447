import { asciiPrintable, printable } from "./printable.ts";

/** A document of pdfkit. */
export type PdfDocument = PDFKit.PDFDocument;

/** How a text is written. */
export interface PdfStyle {
  readonly size: number;
  readonly isBold: boolean;
}

/**
 * The fonts of one PDF: Helvetica for what it has, and for everything else a font that is embedded
 * with the glyphs that were needed. What neither has is spelt out: `\u{1f600}`. pdfkit writes
 * a text in one font.
 */
export class PdfFonts {
  readonly #pdf: PdfDocument;
  readonly #load: (() => Uint8Array) | undefined;
  #hasGlyph: ((character: string) => boolean) | undefined;
  #hasSpelt = false;

  /** Without the bytes of a font there is no other one than Helvetica. */
  constructor(pdf: PdfDocument, load?: () => Uint8Array) {
    this.#pdf = pdf;
    this.#load = load;
  }

  /** Whether a character was spelt out up to now. */
  get hasSpelt(): boolean {
    return this.#hasSpelt;
  }

  /** The text as it can be written. */
  shown(text: string): string {
    return Array.from(printable(text), (one) => this.#shownCharacter(one)).join("");
  }

  /** How wide shown text is. */
  width(shown: string, style: PdfStyle): number {
    return pieces(shown).reduce((sum, piece) => sum + this.#choose(piece, style), 0);
  }

  /** Writes shown text in one line, from a point on its baseline. */
  write(shown: string, at: { readonly x: number; readonly y: number }, style: PdfStyle): void {
    let { x } = at;
    for (const piece of pieces(shown)) {
      const width = this.#choose(piece, style);
      this.#pdf.text(piece, x, at.y, {
        lineBreak: false,
        baseline: "alphabetic",
        features: [],
      });
      x += width;
    }
  }

  /** Takes the font of a piece, and says how wide the piece is in it. */
  #choose(piece: string, { size, isBold }: PdfStyle): number {
    const plain = isBold ? "Helvetica-Bold" : "Helvetica";
    this.#pdf.font(inHelvetica.test(piece) ? plain : wideName).fontSize(size);
    return this.#pdf.widthOfString(piece, { features: [] });
  }

  #shownCharacter(character: string): string {
    if (inHelvetica.test(character)) return character;
    if (this.#load !== undefined) {
      this.#hasGlyph ??= embedded(this.#pdf, this.#load());
      if (this.#hasGlyph(character)) return character;
    }
    this.#hasSpelt = true;
    return asciiPrintable(character);
  }
}

// --- inside ---

const wideName = "wide";

/** What the encoding of the standard fonts of a PDF (WinAnsi) has. */
const winAnsi = "\\u0020-\\u007e\\u00a1-\\u00ff€‚„…‘’“”•–—™";
const inHelvetica = new RegExp(`^[${winAnsi}]`, "u");

/** Hebrew, Arabic and the like, with the spaces between their words. */
const rightToLeft = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc";
const piece = new RegExp(
  `[${rightToLeft}]+(?:\\s+[${rightToLeft}]+)*|[${winAnsi}]+|[^${winAnsi}${rightToLeft}]+`,
  "gu",
);
const fromRight = new RegExp(`^[${rightToLeft}]`, "u");

/**
 * Pieces that are written in one font each. A PDF has glyphs where they stand, and the layout of
 * pdfkit goes from left to right in a font without tables of scripts: what is read from the right
 * is written the other way.
 */
function pieces(shown: string): readonly string[] {
  return (shown.match(piece) ?? []).map((one) =>
    fromRight.test(one) ? Array.from(one).toReversed().join("") : one,
  );
}

/** Makes the font known to a document, and tells which characters it has. */
function embedded(pdf: PdfDocument, bytes: Uint8Array): (character: string) => boolean {
  pdf.registerFont(wideName, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  pdf.font(wideName);
  // The types of pdfkit do not name the font of fontkit that every text of it goes through.
  const { font } = (pdf as unknown as { readonly _font: { readonly font: FontkitFont } })._font;
  return (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

interface FontkitFont {
  hasGlyphForCodePoint(code: number): boolean;
}
