import { cutText, padText, textWidth } from "./column-text.ts";
import type { Page } from "./page.ts";

/** Rows in columns three spaces apart and two from the left; cells are made safe here. */
export function tableLines(rows: readonly (readonly string[])[], page: Page): string[] {
  const { paint, columns } = page;
  const safe = rows.map((row) => row.map(paint.text));
  const count = Math.max(0, ...safe.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...safe.map((row) => textWidth(row[at] ?? ""))),
  );
  return safe.map((row) => {
    const cells = row.map((cell, at) => padText(cell, widths[at] ?? 0));
    const line = `  ${cells.join(between)}`.trimEnd();
    return cutText(line, { columns, ellipsis: paint.ellipsis });
  });
}

// --- inside ---

const between = "   ";
