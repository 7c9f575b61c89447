/**
 * A character in the encoding of the standard fonts of a PDF (WinAnsi), as one byte; nothing where
 * it has no place there.
 */
export function winAnsi(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0;
  const special = specials.get(character);
  if (special !== undefined) return String.fromCodePoint(special);
  const isSame = (code >= 0x20 && code <= 0x7e) || (code >= 0xa1 && code <= 0xff);
  return isSame ? character : undefined;
}

/** How wide an encoded character is in Helvetica, in thousandths of the size. */
export function helveticaUnits(encoded: string): number {
  return widths[(encoded.codePointAt(0) ?? 0) - 0x20] ?? beyondUnits;
}

// --- inside ---

/** Characters beyond ASCII are taken as wide as the widest of them. */
const beyondUnits = 1_000;

/** Where WinAnsi differs from Latin-1. */
const specials: ReadonlyMap<string, number> = new Map(
  Object.entries({ "€": 0x80, "‚": 0x82, "„": 0x84, "…": 0x85, "‘": 0x91, "’": 0x92 }).concat(
    Object.entries({ "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97, "™": 0x99 }),
  ),
);

/** From the space to the tilde, in thousandths of the size; from the metrics of the font. */
const widths: readonly number[] = [
  [278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  [556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  [1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  [667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  [333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  [556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
].flat();
