import picocolors from "picocolors";
import { asciiPrintable, printable } from "./printable.ts";

/** The marks of a report, coloured or not, and how text of the subject is made safe beside them. */
export interface Paint {
  readonly broken: string;
  readonly held: string;
  readonly unknown: string;
  readonly fault: string;
  readonly brokenHere: string;
  readonly ellipsis: string;
  readonly times: string;
  /** Colours what points at the smallest part of a line. */
  caret(text: string): string;
  /** Makes any text safe to print on one line. */
  text(raw: string): string;
}

/** Marks for a terminal; colour is on these marks and on carets, and nowhere else. */
export function makePaint(options: { readonly color: boolean; readonly isAscii: boolean }): Paint {
  const { red, green, yellow } = picocolors.createColors(options.color);
  const glyphs = options.isAscii ? asciiGlyphs : unicodeGlyphs;
  return {
    ...glyphs,
    broken: red(glyphs.broken),
    held: green(glyphs.held),
    unknown: yellow(glyphs.unknown),
    fault: yellow(glyphs.fault),
    caret: (text) => red(text),
    text: options.isAscii ? asciiPrintable : printable,
  };
}

// --- inside ---

const unicodeGlyphs = {
  broken: "✗",
  held: "✓",
  unknown: "?",
  fault: "⚡",
  brokenHere: "← broken here",
  ellipsis: "…",
  times: "×",
};

const asciiGlyphs: typeof unicodeGlyphs = {
  broken: "x",
  held: "+",
  unknown: "?",
  fault: "!",
  brokenHere: "<- broken here",
  ellipsis: "...",
  times: "x",
};
