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
  const budget = { left: count };
  return {
    finish: "length",
    text: () => wordsWithin(budget),
    call: () => (budget.left > 0 ? wordsWithin(budget) : undefined),
  };
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

/** A word may go on in the next piece, and is still one. */
function wordsWithin(budget: { left: number }): PieceEdit {
  let isInWord = false;
  let isCut = false;
  const push = (piece: string): string => {
    if (isCut || piece === "") return "";
    for (const { index } of piece.matchAll(/\S+/gu)) {
      if (index === 0 && isInWord) continue;
      if (budget.left === 0) {
        isCut = true;
        return piece.slice(0, index).trimEnd();
      }
      budget.left -= 1;
    }
    isInWord = /\S$/u.test(piece);
    return piece;
  };
  return { push, end: () => "" };
}
