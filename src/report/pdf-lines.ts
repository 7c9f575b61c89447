import type { PdfFonts, PdfStyle } from "./pdf-fonts.ts";

/**
 * Lines that fit. A break is at a space where there is one; in a word that is too long, behind a
 * sign such as `-` or `/`; only where there is none, anywhere.
 */
export function wrapped(
  fonts: PdfFonts,
  text: string,
  room: { readonly width: number; readonly style: PdfStyle },
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const fits = (shown: string): boolean => fonts.width(shown, room.style) <= room.width;
  for (const word of fonts.shown(text).split(" ")) {
    for (const [at, piece] of pieces(word, fits).entries()) {
      const longer = line === "" ? piece : `${line}${at === 0 ? " " : ""}${piece}`;
      if (line === "" || (at === 0 && fits(longer))) line = longer;
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  return [...lines, line];
}

/** At most so many lines; the last one says that there were more. */
export function cutLines(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  const kept = lines.slice(0, max);
  const last = Array.from(kept.at(-1) ?? "");
  return [...kept.slice(0, -1), `${last.slice(0, Math.max(0, last.length - 2)).join("")}…`];
}

// --- inside ---

/** A word in pieces that fit, each as long as can be. */
function pieces(word: string, fits: (shown: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const found: string[] = [];
  let rest = Array.from(word);
  while (rest.length > 0) {
    const count = fitting(rest, fits);
    found.push(rest.slice(0, count).join(""));
    rest = rest.slice(count);
  }
  return found;
}

function fitting(characters: readonly string[], fits: (shown: string) => boolean): number {
  let count = 1;
  while (count < characters.length && fits(characters.slice(0, count + 1).join(""))) count += 1;
  if (count === characters.length) return count;
  const behind = characters.slice(0, count).findLastIndex((one) => /[-/_.:,;)\]]/u.test(one));
  return behind > 0 ? behind + 1 : count;
}
