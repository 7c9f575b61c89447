import { textWidth } from "./column-text.ts";
import { htmlText } from "./html-page.ts";

/** A badge of two fields as SVG that stands alone: no font, image or style is fetched. */
export function badgeSvg(badge: {
  readonly label: string;
  readonly value: string;
  readonly isGood: boolean;
}): string {
  const { label, value, isGood } = badge;
  const left = fieldWidth(label);
  const width = left + fieldWidth(value);
  const title = `${htmlText(label)}: ${htmlText(value)}`;
  const text = (x: number, words: string): string =>
    `<text x="${x}" y="14" fill="#fff" text-anchor="middle">${htmlText(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img"`,
    ` aria-label="${title}" font-family="Helvetica,Arial,sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="20" rx="3" fill="#444"/>`,
    `<rect x="${left}" width="${width - left}" height="20" rx="3" fill="${isGood ? good : bad}"/>`,
    text(left / 2, label),
    text((left + width) / 2, value),
    "</svg>",
  ].join("");
}

// --- inside ---

const padding = 7;
const good = "#176b2c";
const bad = "#a4161a";

/** A little more than an ordinary letter has in this size; text is centred in its field. */
const columnWidth = 5.5;

function fieldWidth(text: string): number {
  return Math.ceil(textWidth(text) * columnWidth) + 2 * padding;
}
