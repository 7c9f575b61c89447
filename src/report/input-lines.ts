import type { FindingInput } from "../kernel/result/finding-input.ts";
import { amountText } from "./number-text.ts";
import { type Page, wrapped } from "./page.ts";

/** So many lines of a long input are shown where not all of it is asked for. */
const linesShown = 3;

/** The input of a finding: to read, to look at, and to paste. */
export function inputLines(input: FindingInput, page: Page): string[] {
  const { bytes, inputs, text, code, hex, file } = input;
  const size = amountText(bytes, "byte");
  const which = inputs > 1 ? `, the last of ${amountText(inputs, "input")} in one run` : "";
  return [
    ...wrapped(`input   ${size}${which}`, page, 2).map((line) => `  ${line}`),
    ...labelled("code", wrapped(code, page, 12), page),
    // Of a text the code is the text.
    ...(text === undefined || text === code ? [] : labelled("text", wrapped(text, page, 12), page)),
    ...labelled("hex", hex.map(page.paint.text), page),
    ...(file === undefined ? [] : labelled("file", [page.paint.text(file)], page)),
  ];
}

// --- inside ---

function labelled(label: string, lines: readonly string[], { showAll }: Page): string[] {
  const shown = showAll ? lines : lines.slice(0, linesShown);
  const left = lines.length - shown.length;
  const more = left === 0 ? [] : [`… and ${amountText(left, "more line")} (--all)`];
  return [...shown, ...more].map((line, at) => `    ${(at === 0 ? label : "").padEnd(6)}${line}`);
}
