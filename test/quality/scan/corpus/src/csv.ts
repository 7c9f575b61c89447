export type Row = Record<string, string>;

/** Reads a sheet whose first line names the columns. */
export function readSheet(text: string): Row[] {
  const [head, ...lines] = text.split("\n");
  const columns = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(columns.map((column, at) => [column, cells[at].trim()]));
  });
}

/** Reads one line with quoted cells. */
export function readLine(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at];
    if (isQuoted && char === '"' && line[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (char === '"') {
      isQuoted = !isQuoted;
    } else if (char === "," && !isQuoted) {
      cells.push(cell);
      cell = "";
    } else {
      cell += char;
    }
  }
  if (isQuoted) throw new SyntaxError(`a quote is not closed in ${line}`);
  return [...cells, cell];
}

/** Writes one line, quoting what needs it. */
export function writeLine(cells: readonly (string | number | null)[]): string {
  return cells
    .map((cell) => (cell === null ? "" : String(cell)))
    .map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}
