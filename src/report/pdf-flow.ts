import { PdfFonts } from "./pdf-fonts.ts";
import { cutLines, wrapped } from "./pdf-lines.ts";
import { pageSize, type PdfColor, type PdfMark, type PdfPage } from "./pdf.ts";

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
  readonly #pages: PdfMark[][] = [[]];
  #y = pageSize.height - margin;
  /** A heading that waits for what it is over. */
  #waiting: { readonly text: string; readonly size: number } | undefined;

  constructor(fonts: PdfFonts = new PdfFonts()) {
    this.fonts = fonts;
  }

  /** A heading, on the same page as the beginning of what comes after it. */
  heading(text: string, size: number = 13): void {
    this.#waiting = { text, size };
  }

  /** Text in as many lines as it needs. */
  paragraph(text: string, size: number = 9): void {
    this.#begin(size * lineHeight);
    for (const line of wrapped(this.fonts, text, { width: pageWidth, size })) {
      this.#room(size * lineHeight);
      this.#line(line, { x: margin, size, isBold: false });
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
  badge(text: string, color: PdfColor): void {
    const size = 11;
    const height = size * 1.9;
    this.#begin(height + 6);
    const shown = this.#fitted(text, pageWidth - size * 2, size);
    const width = this.fonts.width(shown, size) * boldest + size * 1.5;
    this.#y -= height;
    this.#marks().push({ kind: "box", x: margin, y: this.#y, width, height, color });
    this.#marks().push({
      kind: "text",
      x: margin + size * 0.75,
      y: this.#y + size * 0.6,
      size,
      isBold: true,
      color: [1, 1, 1],
      text: shown,
    });
    this.#y -= 8;
  }

  /** All pages, with a foot on each. */
  pages(foot: string): readonly PdfPage[] {
    const count = this.#pages.length;
    return this.#pages.map((marks, at) => ({
      marks: [
        ...marks,
        {
          kind: "text",
          x: margin,
          y: margin / 2,
          size: 7,
          isBold: false,
          color: [0.4, 0.4, 0.4],
          text: this.#fitted(`page ${at + 1} of ${count}   ${foot}`, pageWidth, 7),
        },
      ],
    }));
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
    this.#room(size * 2.7 + height);
    this.#y -= size;
    this.#line(this.#fitted(text, pageWidth, size), { x: margin, size, isBold: true });
    this.#y -= size * 0.4;
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
    return this.fonts.width(this.fonts.shown(word), rowSize) * boldest + gap + 0.5;
  }

  #laid(cells: readonly string[], widths: readonly number[], isBold: boolean): LaidRow {
    let x = margin;
    const columns = cells.map((cell, at) => {
      const width = widths[at] ?? 0;
      const lines = wrapped(this.fonts, cell, { width: (width - gap) / boldest, size: rowSize });
      const column = { x, lines: cutLines(lines, rowLinesMax) };
      x += width;
      return column;
    });
    const lines = Math.max(1, ...columns.map((column) => column.lines.length));
    return { columns, isBold, height: lines * rowSize * lineHeight + 4 };
  }

  #draw({ columns, isBold, height }: LaidRow): void {
    const top = this.#y;
    for (const column of columns) {
      this.#y = top;
      for (const line of column.lines) this.#line(line, { x: column.x, size: rowSize, isBold });
    }
    this.#y = top - height;
    this.#marks().push({ kind: "line", x: margin, y: this.#y + 3, width: pageWidth });
  }

  #marks(): PdfMark[] {
    const last = this.#pages.at(-1);
    if (last !== undefined) return last;
    const first: PdfMark[] = [];
    this.#pages.push(first);
    return first;
  }

  /** Begins a page where so much does not fit any more, and says whether it did. */
  #room(height: number): boolean {
    if (this.#y - height >= margin) return false;
    this.#pages.push([]);
    this.#y = pageSize.height - margin;
    return true;
  }

  #line(text: string, how: { readonly x: number; size: number; isBold: boolean }): void {
    this.#y -= how.size * lineHeight;
    this.#marks().push({ kind: "text", ...how, y: this.#y, color: [0.1, 0.1, 0.1], text });
  }

  #fitted(text: string, width: number, size: number): string {
    return cutLines(wrapped(this.fonts, text, { width: width / boldest, size }), 1)[0] ?? "";
  }
}

// --- inside ---

interface LaidRow {
  readonly columns: readonly { readonly x: number; readonly lines: readonly string[] }[];
  readonly isBold: boolean;
  readonly height: number;
}

const margin = 50;
const pageWidth = pageSize.width - 2 * margin;
const lineHeight = 1.3;
const rowSize = 8.5;
/** Between two columns. */
const gap = 8;
/** How much wider bold text is at most. */
const boldest = 1.12;
/** A cell that is longer would push all others off the page. */
const rowLinesMax = 12;
