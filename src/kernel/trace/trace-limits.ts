/** The most that one trace may hold; a reader stops there, and a writer does not go beyond. */
export interface TraceLimits {
  /** The longest line, in characters. */
  readonly lineLengthMax: number;
  /** All lines together. */
  readonly textLengthMax: number;
  readonly linesMax: number;
  /** The draws, and the path, of one value decision; the numbers of all of them together. */
  readonly drawsPerValueMax: number;
  readonly drawsMax: number;
  /** All stored values together, as text: a few characters can become a large object. */
  readonly literalsLengthMax: number;
}

/** Above what a run can record (a million decisions, 200,000 events), below what ends a process. */
export const traceLimits: TraceLimits = {
  lineLengthMax: 4 * 1024 * 1024,
  textLengthMax: 512 * 1024 * 1024,
  linesMax: 1_300_000,
  drawsPerValueMax: 20_000,
  drawsMax: 20_000_000,
  literalsLengthMax: 32 * 1024 * 1024,
};
