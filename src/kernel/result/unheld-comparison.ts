/** A comparison for equality that was reached and never held. */
export interface UnheldComparison {
  readonly file: string;
  readonly line: number;
  /** The line as it stands in the source. */
  readonly text: string;
}
