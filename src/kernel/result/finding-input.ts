/** An input in the forms in which people need it: to read, to look at, and to paste. */
export interface InputText {
  /** As text with everything that nobody sees escaped; undefined where it is no UTF-8. */
  readonly text: string | undefined;
  /** Lines as `hexdump -C` writes them: offset, sixteen bytes, and what of them is ASCII. */
  readonly hex: readonly string[];
  /** An expression of TypeScript that makes the very same bytes. */
  readonly code: string;
  readonly bytes: number;
}

/** The input that broke a run of a fuzz test. */
export interface FindingInput extends InputText {
  /** How many inputs the run had; that one was the last. */
  readonly inputs: number;
  /** The file with its bytes, relative to the project root; absent where none could be written. */
  readonly file?: string | undefined;
}
