/** Bytes in a form that a trace keeps: as text where they are UTF-8, else in base64. */
export interface EncodedText {
  readonly isText: boolean;
  readonly text: string;
}

/** Chooses the form: base64, too, for text that JSON would make much longer. */
export function encodeBytes(bytes: Uint8Array): EncodedText {
  const text = utf8Of(bytes);
  const isCheap = text !== undefined && JSON.stringify(text).length < bytes.length * 1.4 + 64;
  if (isCheap) return { isText: true, text };
  return { isText: false, text: Buffer.from(bytes).toString("base64") };
}

/** The bytes again. */
export function bytesOf({ isText, text }: EncodedText): Buffer {
  return Buffer.from(text, isText ? "utf8" : "base64");
}

/** The bytes as text, and whether that is exactly what they are. */
export function textOf(kept: EncodedText): { readonly text: string; readonly isExact: boolean } {
  if (kept.isText) return { text: kept.text, isExact: true };
  const bytes = bytesOf(kept);
  const text = utf8Of(bytes);
  return { text: text ?? bytes.toString("utf8"), isExact: text !== undefined };
}

/** Text that was cut out of a longer one, without the halves of characters at its ends. */
export function cutText(kept: EncodedText): string {
  const bytes = bytesOf(kept);
  let from = 0;
  while (from < Math.min(3, bytes.length) && isContinuation(bytes[from])) from += 1;
  return new TextDecoder("utf8", keepsMark).decode(bytes.subarray(from), { stream: true });
}

/** How many decisions follow the first one. */
export function partsAfterFirst({ isText, text }: EncodedText): number {
  return Math.max(0, Math.ceil((text.length - firstLength) / lengthOf(isText)));
}

/** What stands in the first decision, or in one of those that follow. */
export function partOf(kept: EncodedText | undefined, part: number): string {
  if (kept === undefined) return "";
  const length = lengthOf(kept.isText);
  const from = part === 0 ? 0 : firstLength + (part - 1) * length;
  return kept.text.slice(from, part === 0 ? firstLength : from + length);
}

// --- inside ---

// A trace keeps 64 KiB in one decision, and JSON may take six characters for one.
/** The first decision holds the short facts and the beginnings of all texts. */
const firstLength = 2_000;

function lengthOf(isText: boolean): number {
  return isText ? 10_000 : 60_000;
}

/** A mark at the beginning is part of the text. */
const keepsMark = { ignoreBOM: true };

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf8", { ...keepsMark, fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
