import type { PdfFonts, PdfRun } from "./pdf-fonts.ts";
import { fontObjects } from "./pdf-wide-font.ts";

/** One page of a PDF: what is drawn on it, from the lower left corner, in points. */
export interface PdfPage {
  readonly marks: readonly PdfMark[];
}

/** A text, a line or a filled box. */
export type PdfMark =
  | {
      readonly kind: "text";
      readonly x: number;
      readonly y: number;
      readonly size: number;
      readonly isBold: boolean;
      readonly color: PdfColor;
      /** As the fonts of the file show it. */
      readonly text: string;
    }
  | { readonly kind: "line"; readonly x: number; readonly y: number; readonly width: number }
  | {
      readonly kind: "box";
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly color: PdfColor;
    };

/** Red, green and blue from 0 to 1. */
export type PdfColor = readonly [number, number, number];

/** A4, upright, in points. */
export const pageSize: { readonly width: number; readonly height: number } = {
  width: 595,
  height: 842,
};

/**
 * A PDF 1.4 file of pages with text, lines and boxes. It has no script, link or form, and a font of
 * its own only where the text needs one. The same pages always give the same bytes.
 */
export function pdfBytes(
  pages: readonly PdfPage[],
  info: { readonly title: string; readonly created: string; readonly fonts: PdfFonts },
): Uint8Array {
  // Before the font is made, as it has the glyphs that were asked for.
  const runs = new Map(
    pages.flatMap(({ marks }) => marks).map((mark) => [mark, runsOf(mark, info)]),
  );
  const part = info.fonts.part();
  const wide = pageNumber(pages.length);
  const how = { runs, glyphs: part?.glyphs, wide: part === undefined ? undefined : wide };
  // Fixed objects first: catalog, pages, two fonts, information; then two for each page.
  const kids = pages.map((_, at) => `${pageNumber(at)} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${textString(info.title)} /CreationDate ${literal(info.created)} >>`,
    ...pages.flatMap((page, at) => pageObjects(page, at, how)),
    ...(part === undefined ? [] : fontObjects(part, wide)),
  ];
  return latin1(fileText(objects));
}

// --- inside ---

const fixedObjects = 5;
const infoNumber = 5;

function pageNumber(at: number): number {
  return fixedObjects + 1 + at * 2;
}

function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/** How text is written. */
interface Writing {
  readonly runs: ReadonlyMap<PdfMark, readonly PdfRun[]>;
  readonly glyphs: ReadonlyMap<string, number> | undefined;
  /** The number of the embedded font. */
  readonly wide: number | undefined;
}

function runsOf(mark: PdfMark, { fonts }: { readonly fonts: PdfFonts }): readonly PdfRun[] {
  return mark.kind === "text" ? fonts.runs(mark.text) : [];
}

function pageObjects({ marks }: PdfPage, at: number, how: Writing): readonly string[] {
  const drawn = marks.map((mark) => operators(mark, how)).join("\n");
  const box = `[0 0 ${pageSize.width} ${pageSize.height}]`;
  const own = how.wide === undefined ? "" : ` /F3 ${how.wide} 0 R`;
  const fonts = `<< /Font << /F1 3 0 R /F2 4 0 R${own} >> >>`;
  const content = `${pageNumber(at) + 1} 0 R`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${fonts} /Contents ${content} >>`,
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
  ];
}

function operators(mark: PdfMark, { runs, glyphs }: Writing): string {
  const { x, y } = mark;
  switch (mark.kind) {
    case "text": {
      const paint = `${mark.color.map(number).join(" ")} rg`;
      const written = (runs.get(mark) ?? []).map(({ isWide, text }, at) => {
        const name = isWide ? "F3" : mark.isBold ? "F2" : "F1";
        const place = at === 0 ? ` ${number(x)} ${number(y)} Td` : "";
        const shown = isWide ? glyphHex(text, glyphs) : literal(text);
        return `/${name} ${number(mark.size)} Tf${place} ${shown} Tj`;
      });
      return `BT ${paint} ${written.join(" ")} ET`;
    }
    case "line":
      return `0.7 G 0.5 w ${number(x)} ${number(y)} m ${number(x + mark.width)} ${number(y)} l S`;
    case "box": {
      const size = `${number(mark.width)} ${number(mark.height)}`;
      return `${mark.color.map(number).join(" ")} rg ${number(x)} ${number(y)} ${size} re f`;
    }
  }
}

function fileText(objects: readonly string[]): string {
  // The second line has bytes above 127, so that no program takes the file for text.
  let text = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets: number[] = [];
  for (const [at, body] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${infoNumber} 0 R >>`;
  const start = `startxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}\n${start}`;
}

/** A text for viewers themselves, which read WinAnsi or UTF-16. */
function textString(text: string): string {
  if (/^[ -~]*$/u.test(text)) return literal(text);
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return `<feff${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

function glyphHex(text: string, glyphs: ReadonlyMap<string, number> | undefined): string {
  const codes = Array.from(text, (one) => (glyphs?.get(one) ?? 0).toString(16).padStart(4, "0"));
  return `<${codes.join("")}>`;
}

/** Two digits are finer than any printer, and never an exponent, which no PDF may have. */
function number(value: number): string {
  return String(Number(value.toFixed(2)));
}

function literal(text: string): string {
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => (character.codePointAt(0) ?? 0) & 0xff);
}
