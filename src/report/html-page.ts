import { bytesFromHex } from "../kernel/values/bytes.ts";
import { base64FromBytes } from "../kernel/values/base64.ts";
import { sha256 } from "../kernel/values/sha256.ts";
import { countText } from "./number-text.ts";
import { printable } from "./printable.ts";

/**
 * A page that stands alone: nothing is fetched, and nothing runs. Its policy allows the one style
 * below and no script at all, so that even markup that slipped through could do nothing.
 */
export function htmlPage(page: {
  readonly title: string;
  readonly style: string;
  readonly body: readonly string[];
}): string {
  const style = `${baseStyle}${page.style}`;
  const own = ["default-src 'none'", `style-src '${styleHash(style)}'`];
  const policy = [...own, "base-uri 'none'", "form-action 'none'"].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${htmlText(page.title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    ...page.body,
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

/** Text of the subject on one line of a page: nothing in it is markup, and nothing hides. */
export function htmlText(raw: string): string {
  return escaped(`${printable(raw)}${leftText(raw, lineLengthMax)}`);
}

/** Text of the subject with its lines; what is beyond the limit is counted. */
export function htmlBlock(raw: string, lengthMax: number = blockLengthMax): string {
  const lines = raw.slice(0, lengthMax).split(/\r?\n/u);
  return escaped(`${lines.map(printable).join("\n")}${leftText(raw, lengthMax)}`);
}

/** A table; cells are markup already. */
export function htmlTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const headCells = head.map((cell) => `<th scope="col"${longClass(cell)}>${cell}</th>`).join("");
  return [
    "<table>",
    `<thead><tr>${headCells}</tr></thead>`,
    "<tbody>",
    ...rows.map((row) => `<tr>${row.map(dataCell).join("")}</tr>`),
    "</tbody>",
    "</table>",
  ];
}

// --- inside ---

/** A word that is longer may be broken, or it would push its table off the page. */
const wordLengthMax = 20;

function dataCell(cell: string): string {
  return `<td${longClass(cell)}>${cell}</td>`;
}

/** Otherwise `pass`, a number or a name stays whole, however narrow its column is. */
function longClass(cell: string): string {
  const words = cell.replaceAll(/<[^>]*>/gu, " ").split(/\s+/u);
  return words.some(({ length }) => length > wordLengthMax) ? ' class="long"' : "";
}

/** What `printable` lets through of one text. */
const lineLengthMax = 8_000;
const blockLengthMax = 8_000;

const baseStyle = [
  "body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;",
  "color:#1a1a1a;background:#fff;overflow-wrap:anywhere}",
  "h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem}",
  "table{border-collapse:collapse;margin:.5rem 0}",
  "th,td{border:1px solid #ccc;padding:.25rem .6rem;text-align:left;vertical-align:top}",
  "th{background:#f4f4f4}code,pre{font:13px/1.4 ui-monospace,monospace}",
  "pre{background:#f7f7f7;padding:.5rem;white-space:pre-wrap;margin:.25rem 0}",
  "th,td{overflow-wrap:normal}.long{overflow-wrap:anywhere}",
  ".pass{color:#176b2c}.fail{color:#a4161a;font-weight:600}",
  ".error,.inconclusive{color:#8a5a00}.skipped{color:#666}",
].join("");

function styleHash(style: string): string {
  const bytes = bytesFromHex(sha256(style)) ?? new Uint8Array();
  const text = base64FromBytes(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return `sha256-${text.padEnd(Math.ceil(text.length / 4) * 4, "=")}`;
}

function leftText(raw: string, lengthMax: number): string {
  const left = raw.length - lengthMax;
  return left > 0 ? ` … and ${countText(left)} characters more` : "";
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
