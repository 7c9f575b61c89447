import type { RowVerdict } from "../kernel/agent/agent-rows.ts";
import { rowTable, rowTableTitle, stateHead } from "./agent-row-table.ts";
import { htmlTable, htmlText } from "./html-page.ts";
import { countText } from "./number-text.ts";

/** The part of a page that says how often each rule was put to the test in each row. */
export function rowSection(all: readonly RowVerdict[]): readonly string[] {
  if (all.length === 0) return [];
  const { head, rows, left } = rowTable(all);
  const lines = rows.map(({ state, cells }) =>
    cells.map((cell, at) => {
      const text = htmlText(cell);
      return head[at] === stateHead ? `<span class="${state}">${text}</span>` : text;
    }),
  );
  return [
    `<h2>${rowTableTitle}</h2>`,
    ...htmlTable(head, lines),
    ...(left > 0 ? [`<p>${countText(left)} rows more are in the JSON document.</p>`] : []),
  ];
}
