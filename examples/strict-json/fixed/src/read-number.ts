import { JsonError, type Reader } from "./reader.ts";

/** Reads a number; what is too large is infinite, as in JavaScript. */
export function readNumber(reader: Reader): number {
  const start = reader.at;
  if (reader.text[reader.at] === "-") reader.at += 1;
  if (reader.text[reader.at] === "0") reader.at += 1;
  else skipDigits(reader);
  if (reader.text[reader.at] === ".") {
    reader.at += 1;
    skipDigits(reader);
  }
  if (reader.text[reader.at] === "e" || reader.text[reader.at] === "E") {
    reader.at += 1;
    const sign = reader.text[reader.at];
    if (sign === "+" || sign === "-") reader.at += 1;
    skipDigits(reader);
  }
  return Number(reader.text.slice(start, reader.at));
}

// --- inside ---

function skipDigits(reader: Reader): void {
  const start = reader.at;
  while (/[0-9]/.test(reader.text[reader.at] ?? "")) reader.at += 1;
  if (reader.at === start) throw new JsonError("a digit is missing", reader);
}
