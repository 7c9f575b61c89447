/** A document as JSON whose text can neither drive a terminal nor hide from a reader. */
export function documentJson(document: unknown): string {
  return harmless(JSON.stringify(document, bigintText, 2));
}

/** The same in one line, for a log. */
export function documentLine(document: unknown): string {
  return harmless(JSON.stringify(document, bigintText));
}

// --- inside ---

function harmless(text: string): string {
  return `${text.replaceAll(hostile, (character) => {
    const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  })}\n`;
}

/** What JSON leaves as it is, and terminals act on or show as nothing. */
const hostile = /[\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/** Traces hold whole numbers of any size, which JSON cannot say. */
function bigintText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
