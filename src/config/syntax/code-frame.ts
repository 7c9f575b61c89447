import type { Span } from "./config-node.ts";

/** The 1-based line and UTF-16 column of an offset, as editors count them. */
export function lineColumn(text: string, offset: number): { line: number; column: number } {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart + 1 };
}

/** The same for many offsets of one text: each takes a search among the lines, not a walk. */
export function lineIndex(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** The user's own line with carets under a span, cut to fit the screen. */
export function codeFrame(text: string, span: Span): readonly string[] {
  const { line, column } = lineColumn(text, span.start);
  const lineStart = Math.min(Math.max(span.start, 0), text.length) - (column - 1);
  const lineBreak = text.indexOf("\n", lineStart);
  const whole = text.slice(lineStart, lineBreak === -1 ? text.length : lineBreak);
  const content = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
  const from = column > columnsBefore + 1 ? column - 1 - columnsBefore : 0;
  const shown = content.slice(from, from + columnsMax);
  const caretStart = column - 1 - from;
  const caretEnd = Math.min(span.end - lineStart - from, shown.length);
  const carets = "^".repeat(Math.max(1, caretEnd - caretStart));
  const gutter = " ".repeat(String(line).length);
  return [
    `${line} | ${printable(shown)}`.trimEnd(),
    `${gutter} | ${" ".repeat(caretStart)}${carets}`,
  ];
}

/** Text in backticks, safe to print: no control characters, at most 60 characters. */
export function quote(text: string): string {
  const short = text.length > quotedMax ? `${text.slice(0, quotedMax - 1)}…` : text;
  return `\`${printable(short)}\``;
}

/** Text that cannot drive a terminal: control characters are replaced one for one. */
export function printable(text: string): string {
  return text
    .replaceAll(/[\t\u2028\u2029]/gu, " ")
    .replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, "\uFFFD");
}

// --- inside ---

const columnsMax = 80;
const columnsBefore = 50;
const quotedMax = 60;
