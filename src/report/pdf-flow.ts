import { helveticaWidth, winAnsi } from "./helvetica.ts";
import { pageSize, type PdfColor, type PdfMark, type PdfPage } from "./pdf.ts";

/** Puts text on pages from top to bottom; a new page begins where one is full. */
export class PdfFlow {
  readonly #pages: PdfMark[][] = [[]];
  #y = pageSize.height - margin;

  /** A heading, kept together with the line after it. */
  heading(text: string, size: number = 13): void {
    this.#room(size * 3);
    this.#y -= size;
    this.#line(this.#fitted(text, pageWidth, size), { x: margin, size, isBold: true });
    this.#y -= size * 0.4;
  }

  /** Text in as many lines as it needs. */
  paragraph(text: string, size: number = 9): void {
    for (const line of wrapped(winAnsi(text), pageWidth, size)) {
      this.#room(size * lineHeight);
      this.#line(line, { x: margin, size, isBold: false });
    }
  }

  /** A row of cells, each wrapped within its share of the width. */
  row(cells: readonly string[], shares: readonly number[], isBold: boolean = false): void {
    const size = 8.5;
    const total = shares.reduce((sum, share) => sum + share, 0);
    let x = margin;
    const columns = cells.map((cell, at) => {
      const width = ((shares[at] ?? 1) / total) * pageWidth;
      const column = { x, lines: wrapped(winAnsi(cell), (width - gap) / boldest, size) };
      x += width;
      return column;
    });
    const lines = Math.min(rowLinesMax, Math.max(...columns.map((column) => column.lines.length)));
    this.#room(lines * size * lineHeight + 4);
    const top = this.#y;
    for (const column of columns) {
      this.#y = top;
      const shown = cutLines(column.lines, rowLinesMax);
      for (const line of shown) this.#line(line, { x: column.x, size, isBold });
    }
    this.#y = top - lines * size * lineHeight - 2;
    this.#marks().push({ kind: "line", x: margin, y: this.#y + 1, width: pageWidth });
    this.#y -= 2;
  }

  /** A box with white text in it. */
  badge(text: string, color: PdfColor): void {
    const size = 11;
    const height = size * 1.9;
    this.#room(height + 6);
    const shown = this.#fitted(text, pageWidth - size * 2, size);
    const width = helveticaWidth(shown, size) * boldest + size * 1.5;
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

  #marks(): PdfMark[] {
    const last = this.#pages.at(-1);
    if (last !== undefined) return last;
    const first: PdfMark[] = [];
    this.#pages.push(first);
    return first;
  }

  #room(height: number): void {
    if (this.#y - height >= margin) return;
    this.#pages.push([]);
    this.#y = pageSize.height - margin;
  }

  #line(text: string, how: { readonly x: number; size: number; isBold: boolean }): void {
    this.#y -= how.size * lineHeight;
    this.#marks().push({ kind: "text", ...how, y: this.#y, color: [0.1, 0.1, 0.1], text });
  }

  #fitted(text: string, width: number, size: number): string {
    return cutLines(wrapped(winAnsi(text), width / boldest, size), 1)[0] ?? "";
  }
}

// --- inside ---

const margin = 50;
const pageWidth = pageSize.width - 2 * margin;
const lineHeight = 1.3;
/** Between two columns. */
const gap = 8;
/** How much wider bold text is at most. */
const boldest = 1.12;
/** A cell that is longer would push all others off the page. */
const rowLinesMax = 12;
const ellipsis = "\u0085";

/** Lines that fit; a break is at a space where there is one, else anywhere. */
function wrapped(encoded: string, width: number, size: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of encoded.split(" ").flatMap((one) => pieces(one, width, size))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || helveticaWidth(longer, size) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number, size: number): readonly string[] {
  const found: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && helveticaWidth(piece + character, size) > width) {
      found.push(piece);
      piece = "";
    }
    piece += character;
  }
  return [...found, piece];
}

function cutLines(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  const kept = lines.slice(0, max);
  const last = kept.at(-1) ?? "";
  return [...kept.slice(0, -1), `${last.slice(0, Math.max(0, last.length - 2))}${ellipsis}`];
}
