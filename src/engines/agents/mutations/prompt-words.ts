/** A part of a prompt. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The words that may be written otherwise without another meaning: no numbers, ids, names,
 * addresses, quotations, placeholders or negations.
 */
export function freeWords(prompt: string): readonly Span[] {
  const kept = keptSpans(prompt);
  let next = 0;
  return spansOf(prompt, word).filter((span) => {
    while (next < kept.length && (kept[next] as Span).to <= span.from) next++;
    const overlapping = kept[next];
    return overlapping === undefined || span.to <= overlapping.from;
  });
}

/** What must stay as it is for a prompt to mean the same, in order and without overlaps. */
export function keptSpans(prompt: string): readonly Span[] {
  const found = keptShapes
    .flatMap((shape) => spansOf(prompt, shape))
    .concat(names(prompt))
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  const merged: Span[] = [];
  for (const span of found) {
    const last = merged.at(-1);
    if (last === undefined || span.from >= last.to) {
      merged.push(span);
    } else if (span.to > last.to) {
      merged[merged.length - 1] = {
        from: last.from,
        to: span.to,
        text: prompt.slice(last.from, span.to),
      };
    }
  }
  return merged;
}

/** The sentences of a prompt, each with the space after it. */
export function sentencesOf(prompt: string): readonly Span[] {
  return spansOf(prompt, /\S(?:[^.!?\n]|[.!?](?=\S))*(?:[.!?]+|\n|$)\s*/gu);
}

/** The single spaces between words, without those inside of a name or a date. */
export function freeGaps(prompt: string): readonly Span[] {
  const kept = keptSpans(prompt);
  const starts = new Set(kept.map(({ from }) => from));
  const ends = new Set(kept.map(({ to }) => to));
  return spansOf(prompt, /(?<=\S) (?=\S)/gu).filter(
    ({ from, to }) =>
      !(ends.has(from) && starts.has(to)) && !kept.some((span) => span.from < to && from < span.to),
  );
}

/** All words of letters. */
export function wordsOf(prompt: string): readonly Span[] {
  return spansOf(prompt, word);
}

/** Every match of a shape; only the beginning of a prompt without end is read. */
export function spansOf(prompt: string, shape: RegExp): readonly Span[] {
  const spans: Span[] = [];
  for (const match of headOf(prompt).matchAll(shape)) {
    if (match[0] === "") continue;
    spans.push({ from: match.index, to: match.index + match[0].length, text: match[0] });
    if (spans.length === spansMax) break;
  }
  return spans;
}

/** The beginning of a prompt, as far as it is read; no pair of surrogates is cut. */
export function headOf(prompt: string): string {
  if (prompt.length <= readMax) return prompt;
  const isCut = /[\ud800-\udbff]/.test(prompt.charAt(readMax - 1));
  return prompt.slice(0, isCut ? readMax - 1 : readMax);
}

// --- inside ---

/** A prompt is what a person writes; of a longer text the beginning is changed. */
const readMax = 8_000;
const spansMax = 1_000;

const word = /\p{L}[\p{L}\p{M}]*/gu;

/** Quantifiers are bounded: a prompt of one endless line must not take long. */
const keptShapes: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S{1,500}/giu,
  /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/gu,
  /[\p{L}\p{N}_#$€£%/.:,-]{0,60}\p{N}[\p{L}\p{N}_#$€£%/.:,-]{0,60}/gu,
  /[\p{L}\p{N}]{1,60}(?:[_/\\][\p{L}\p{N}]{1,60}){1,10}/gu,
  /"[^"\n]{1,500}"|`[^`\n]{1,500}`|«[^»\n]{1,500}»|“[^”\n]{1,500}”/gu,
  /(?<![\p{L}])'[^'\n]{1,200}'(?![\p{L}])/gu,
  /\{[^{}\n]{1,200}\}|<[^<>\n]{1,200}>|\[[^[\]\n]{1,200}\]/gu,
  /\b\p{Lu}[\p{Lu}\p{N}]{1,30}\b/gu,
  /\b(?:not?|never|none|nothing|without|except|only|unless|neither|nor|cannot)\b/giu,
  /\p{L}{1,20}n['’]t\b/giu,
];

/** Words with a capital that do not begin a sentence. */
function names(prompt: string): readonly Span[] {
  return spansOf(prompt, /(?<![\p{L}\p{M}\p{N}])\p{Lu}[\p{L}\p{M}]{0,60}/gu).filter((span) => {
    const earlier = prompt.slice(Math.max(0, span.from - 50), span.from).trimEnd();
    return earlier !== "" && !/[.!?:]$/u.test(earlier) && span.text !== "I";
  });
}
