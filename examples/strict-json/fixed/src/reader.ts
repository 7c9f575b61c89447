/** A text and how far it is read. */
export interface Reader {
  readonly text: string;
  at: number;
}

/** The text is no JSON. */
export class JsonError extends Error {
  override readonly name: string = "JsonError";

  constructor(problem: string, { at }: Reader) {
    super(`${problem} at ${at}`);
  }
}
