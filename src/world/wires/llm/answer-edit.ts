/** Changes a text that comes in pieces. */
export interface PieceEdit {
  /** What is passed on now in place of this piece. */
  push(piece: string): string;
  /** What is still to be passed on once there are no more pieces. */
  end(): string;
}

/** How an answer ends: as it did, cut by its limit, or as if it were all. */
export type FinishEdit = "keep" | "length" | "stop";

/** What is changed about one answer of a model, in whatever format it comes. */
export interface AnswerEdit {
  readonly finish: FinishEdit;
  /** For the next text of the answer. */
  text(): PieceEdit;
  /** For the arguments of the next call of a tool; undefined leaves the call out. */
  call(): PieceEdit | undefined;
}

/** Passes on all of it. */
export const keepPieces: PieceEdit = { push: (piece) => piece, end: () => "" };

/** Passes on the first words only; texts and arguments of calls share them. */
export function firstWords(count: number): AnswerEdit {
  let left = count;
  const edit: PieceEdit = {
    push: (piece) => {
      const kept = wordsOf(piece, left);
      left -= kept.count;
      return kept.text;
    },
    end: () => "",
  };
  return { finish: "length", text: () => edit, call: () => (left > 0 ? edit : undefined) };
}

/** Passes on nothing of what the model said. */
export function nothing(): AnswerEdit {
  const edit: PieceEdit = { push: () => "", end: () => "" };
  return { finish: "stop", text: () => edit, call: () => undefined };
}

/** Says this in place of every text, and in place of the arguments of every call. */
export function instead(text: string): AnswerEdit {
  return { finish: "keep", text: () => insteadOf(text), call: () => insteadOf(text) };
}

/** Changes the arguments of calls; the whole of them is needed to change them. */
export function argumentsAs(change: (whole: string) => string): AnswerEdit {
  return { finish: "keep", text: () => keepPieces, call: () => wholeAs(change) };
}

/**
 * Changes texts that only make sense as a whole. It holds the text of this one answer until it is
 * complete, and no other: a new wording cannot be given before the old one is known.
 */
export function textsAs(change: (whole: string) => string): AnswerEdit {
  return { finish: "keep", text: () => wholeAs(change), call: () => keepPieces };
}

// --- inside ---

function insteadOf(text: string): PieceEdit {
  let isSaid = false;
  return {
    push: () => {
      const said = isSaid ? "" : text;
      isSaid = true;
      return said;
    },
    end: () => "",
  };
}

function wholeAs(change: (whole: string) => string): PieceEdit {
  let whole = "";
  return {
    push: (piece) => {
      whole += piece;
      return "";
    },
    end: () => (whole === "" ? "" : change(whole)),
  };
}

/** The beginning of a piece with so many words; a word may go on in the next piece. */
function wordsOf(piece: string, max: number): { readonly text: string; readonly count: number } {
  let count = 0;
  for (const found of piece.matchAll(/\S+/gu)) {
    if (count === max) return { text: piece.slice(0, found.index).trimEnd(), count };
    count += 1;
  }
  return max === 0 ? { text: "", count } : { text: piece, count };
}
