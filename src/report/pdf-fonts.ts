import { helveticaUnits, winAnsi } from "./helvetica.ts";
import { asciiPrintable, printable } from "./printable.ts";
import { type FontPart, type FontTables, TrueType } from "./true-type.ts";

/** A piece of a text in one font: one that every viewer has, or the one that is embedded. */
export interface PdfRun {
  readonly isWide: boolean;
  /** In WinAnsi, one character a byte; for the embedded font as it is. */
  readonly text: string;
}

/**
 * The fonts of one PDF: Helvetica for what it has, and for everything else a font that is embedded
 * with the glyphs that were needed. What neither has is spelt out, `\u{1f600}`.
 */
export class PdfFonts {
  readonly #load: (() => FontTables) | undefined;
  readonly #used = new Set<string>();
  #wide: TrueType | undefined;
  #hasSpelt = false;

  /** Without tables there is no other font than Helvetica. */
  constructor(load?: () => FontTables) {
    this.#load = load;
  }

  /** Whether a character was spelt out up to now. */
  get hasSpelt(): boolean {
    return this.#hasSpelt;
  }

  /** The text as it can be written. */
  shown(text: string): string {
    return Array.from(printable(text), (one) => this.#shownCharacter(one)).join("");
  }

  /** How wide shown text is in a size. */
  width(shown: string, size: number): number {
    let units = 0;
    for (const character of shown) {
      const plain = winAnsi(character);
      units += plain === undefined ? this.#wideUnits(character) : helveticaUnits(plain);
    }
    return (units * size) / 1_000;
  }

  /** Shown text in the pieces in which it is written, from left to right. */
  runs(shown: string): readonly PdfRun[] {
    const runs: { isWide: boolean; text: string }[] = [];
    for (const character of leftToRight(shown)) {
      const plain = winAnsi(character);
      const isWide = plain === undefined;
      if (isWide) this.#used.add(character);
      const last = runs.at(-1);
      if (last?.isWide === isWide) last.text += plain ?? character;
      else runs.push({ isWide, text: plain ?? character });
    }
    return runs.length === 0 ? [{ isWide: false, text: "" }] : runs;
  }

  /** The font to embed, with how wide its glyphs are; nothing where nothing was written in it. */
  part(): (FontPart & { readonly units: ReadonlyMap<string, number> }) | undefined {
    if (this.#wide === undefined || this.#used.size === 0) return undefined;
    const units = new Map([...this.#used].map((one) => [one, this.#wideUnits(one)]));
    return { ...this.#wide.part(this.#used), units };
  }

  #shownCharacter(character: string): string {
    if (winAnsi(character) !== undefined) return character;
    if (this.#load !== undefined) {
      this.#wide ??= new TrueType(this.#load());
      if (this.#wide.has(character)) return character;
    }
    this.#hasSpelt = true;
    return asciiPrintable(character);
  }

  #wideUnits(character: string): number {
    return this.#wide?.width(character) ?? widestUnits;
  }
}

// --- inside ---

const widestUnits = 1_000;

/** Hebrew, Arabic and the like, with the spaces between their words. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?:\s+[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+)*/gu;

/** A PDF has glyphs where they stand: what is read from the right is written the other way. */
function leftToRight(text: string): string {
  return text.replaceAll(rightToLeft, (run) => Array.from(run).toReversed().join(""));
}
