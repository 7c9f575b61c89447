import stringWidth from "string-width";

/** How many columns of a terminal a text takes; the codes that paint it take none. */
export function textWidth(text: string): number {
  return stringWidth(text);
}

/** Fills a text with spaces up to a column. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}

/** The text if it fits, else its beginning and an ellipsis. */
export function cutText(text: string, room: { columns: number; ellipsis: string }): string {
  if (textWidth(text) <= room.columns) return text;
  const { head } = splitAt(text, Math.max(0, room.columns - textWidth(room.ellipsis)));
  return `${head.trimEnd()}${room.ellipsis}`;
}

/** A text in lines of at most so many columns, broken at spaces; a cut shows in the last one. */
export function wrapText(
  text: string,
  room: { readonly columns: number; readonly linesMax: number; readonly ellipsis: string },
): string[] {
  const lines: string[] = [];
  let rest = text.trimEnd();
  while (textWidth(rest) > room.columns && lines.length + 1 < room.linesMax) {
    const { head, tail } = splitAt(rest, room.columns);
    const space = tail.startsWith(" ") ? head.length : head.lastIndexOf(" ");
    // A word that would leave most of the line empty is broken instead.
    const end = space > head.length / 3 ? space : head.length;
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, cutText(rest, room)];
}

// --- inside ---

const graphemes = new Intl.Segmenter();

/** At least one character goes to the head, so that whoever loops over the tail ends. */
function splitAt(text: string, columns: number): { head: string; tail: string } {
  let width = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > columns && end > 0) break;
    end += segment.length;
  }
  return { head: text.slice(0, end), tail: text.slice(end) };
}
