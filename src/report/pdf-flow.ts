import { type PdfDocument, PdfFonts, type PdfStyle } from "./pdf-fonts.ts";
import { cutLines, wrapped } from "./pdf-lines.ts";

/** A table: its head is repeated on every page that it reaches. */
export interface PdfTable {
  readonly head?: readonly string[] | undefined;
  readonly rows: readonly (readonly string[])[];
  /** How the width is shared, as far as no word must be broken. */
  readonly shares: readonly number[];
}

/** Puts text on pages from top to bottom; a new page begins where one is full. */
export class PdfFlow {
  readonly fonts: PdfFonts;
  readonly #pdf: PdfDocument;
  /** From the top of the page. */
  #y = margin;
  /** A heading that waits for what it is over. */
  #waiting: { readonly text: string; readonly size: number } | undefined;

  /** The document keeps its pages until it ends, and has none yet. */
  constructor(pdf: PdfDocument, font?: () => Uint8Array) {
    this.#pdf = pdf;
    this.fonts = new PdfFonts(pdf, font);
    pdf.addPage();
  }

  /** A heading, on the same page as the beginning of what comes after it. */
  heading(text: string, size: number = 13): void {
    this.#waiting = { text, size };
  }

  /** Text in as many lines as it needs. */
  paragraph(text: string, size: number = 9): void {
    this.#begin(size * lineHeight);
    const style = { size, isBold: false };
    for (const line of wrapped(this.fonts, text, { width: pageWidth, style })) {
      this.#room(size * lineHeight);
      this.#line(line, { x: margin, ...style });
    }
  }

  /** Rows of cells; the head and the first row are never on two pages. */
  table({ head, rows, shares }: PdfTable): void {
    const widths = this.#widths({ head, rows, shares });
    const laid = rows.map((row) => this.#laid(row, widths, false));
    const title = head === undefined ? undefined : this.#laid(head, widths, true);
    const titleHeight = title?.height ?? 0;
    this.#begin(titleHeight + (laid[0]?.height ?? 0));
    if (title !== undefined) this.#draw(title);
    for (const row of laid) {
      if (this.#room(row.height) && title !== undefined) this.#draw(title);
      this.#draw(row);
    }
  }

  /** A box with white text in it. */
  badge(text: string, color: string): void {
    const style = { size: 11, isBold: true };
    const height = style.size * 1.9;
    this.#begin(height + 6);
    const shown = this.#fitted(text, pageWidth - style.size * 2, style);
    const width = this.fonts.width(shown, style) + style.size * 1.5;
    this.#pdf.rect(margin, this.#y, width, height).fill(color);
    this.#pdf.fillColor("#ffffff");
    const baseline = this.#y + height - style.size * 0.6;
    this.fonts.write(shown, { x: margin + style.size * 0.75, y: baseline }, style);
    this.#y += height + 8;
  }

  /** Puts a foot on each page; nothing comes after it. */
  end(foot: string): void {
    const { count } = this.#pdf.bufferedPageRange();
    const style = { size: 7, isBold: false };
    for (let at = 0; at < count; at += 1) {
      this.#pdf.switchToPage(at);
      this.#pdf.fillColor("#666666");
      const text = this.#fitted(`page ${at + 1} of ${count}   ${foot}`, pageWidth, style);
      this.fonts.write(text, { x: margin, y: pageSize.height - margin / 2 }, style);
    }
  }

  /** Makes room for the heading that waits, and for the beginning of what it is over. */
  #begin(height: number): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) {
      this.#room(height);
      return;
    }
    const { text, size } = waiting;
    const style = { size, isBold: true };
    this.#room(size * 2.7 + height);
    this.#y += size;
    this.#line(this.#fitted(text, pageWidth, style), { x: margin, ...style });
    this.#y += size * 0.4;
  }

  /** How wide each column is: its share, but as wide as its longest word where there is room. */
  #widths({ head = [], rows, shares }: PdfTable): readonly number[] {
    const total = shares.reduce((sum, share) => sum + share, 0);
    const wordsOf = (cells: readonly string[], at: number): number =>
      Math.max(0, ...(cells[at] ?? "").split(" ").map((word) => this.#wordWidth(word)));
    const least = shares.map((_, at) =>
      Math.min(pageWidth / 2, Math.max(...[head, ...rows].map((cells) => wordsOf(cells, at)))),
    );
    const needed = least.reduce((sum, width) => sum + width, 0);
    if (needed > pageWidth) return shares.map((share) => (share / total) * pageWidth);
    const wanted = shares.map((share, at) => Math.max(least[at] ?? 0, (share / total) * pageWidth));
    const over = wanted.reduce((sum, width) => sum + width, 0) - pageWidth;
    const spare = wanted.reduce((sum, width, at) => sum + width - (least[at] ?? 0), 0);
    return wanted.map((width, at) =>
      spare <= 0 ? width : width - (over * (width - (least[at] ?? 0))) / spare,
    );
  }

  #wordWidth(word: string): number {
    return this.fonts.width(this.fonts.shown(word), { size: rowSize, isBold: true }) + gap + 0.5;
  }

  #laid(cells: readonly string[], widths: readonly number[], isBold: boolean): LaidRow {
    let x = margin;
    const columns = cells.map((cell, at) => {
      const width = widths[at] ?? 0;
      const style = { size: rowSize, isBold };
      const lines = wrapped(this.fonts, cell, { width: width - gap, style });
      const column = { x, lines: cutLines(lines, rowLinesMax) };
      x += width;
      return column;
    });
    const lines = Math.max(1, ...columns.map((column) => column.lines.length));
    return { columns, isBold, height: lines * rowSize * lineHeight + rowGap };
  }

  #draw({ columns, isBold, height }: LaidRow): void {
    const top = this.#y;
    for (const column of columns) {
      this.#y = top;
      for (const line of column.lines) this.#line(line, { x: column.x, size: rowSize, isBold });
    }
    this.#y = top + height;
    const y = this.#y - ruleGap;
    this.#pdf
      .moveTo(margin, y)
      .lineTo(margin + pageWidth, y)
      .lineWidth(0.5)
      .stroke("#b3b3b3");
  }

  /** Begins a page where so much does not fit any more, and says whether it did. */
  #room(height: number): boolean {
    if (this.#y + height <= pageSize.height - margin) return false;
    this.#pdf.addPage();
    this.#y = margin;
    return true;
  }

  #line(text: string, { x, ...style }: PdfStyle & { readonly x: number }): void {
    this.#y += style.size * lineHeight;
    this.#pdf.fillColor("#1a1a1a");
    this.fonts.write(text, { x, y: this.#y }, style);
  }

  #fitted(text: string, width: number, style: PdfStyle): string {
    return cutLines(wrapped(this.fonts, text, { width, style }), 1)[0] ?? "";
  }
}

// --- inside ---

interface LaidRow {
  readonly columns: readonly { readonly x: number; readonly lines: readonly string[] }[];
  readonly isBold: boolean;
  readonly height: number;
}

/** A4, upright, in points. */
const pageSize = { width: 595.28, height: 841.89 };
const margin = 50;
const pageWidth = pageSize.width - 2 * margin;
const lineHeight = 1.3;
const rowSize = 8.5;
/** Below the last line of a row; the rule in it is below the tails of letters such as g and p. */
const rowGap = 5;
const ruleGap = 2;
/** Between two columns. */
const gap = 8;
/** A cell that is longer would push all others off the page. */
const rowLinesMax = 12;
