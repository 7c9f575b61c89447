/** A place in a text, both numbers counted from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}

/** One line of a text without its line break, or undefined past the end. */
export function lineOf(text: string, line: number): string | undefined {
  return text.split("\n", line)[line - 1]?.replace(/\r$/, "");
}

/** The line at a position with a caret under the column, in the house grammar for errors. */
export function codeFrame(text: string, position: Position): string | undefined {
  const whole = lineOf(text, position.line);
  if (whole === undefined) return undefined;
  // A minified line would fill the screen: show a window around the column.
  const from = whole.length > frameWidthMax ? Math.max(0, position.column - frameWidthMax / 2) : 0;
  const shown = whole.slice(from, from + frameWidthMax);
  const gutter = String(position.line);
  const indent = shown.slice(0, position.column - 1 - from).replace(/[^\t]/g, " ");
  return `   ${gutter} | ${shown}\n   ${" ".repeat(gutter.length)} | ${indent}^`;
}

// --- inside ---

const frameWidthMax = 120;
