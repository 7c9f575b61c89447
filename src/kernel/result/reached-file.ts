/** What runs reached of one file; lines are counted from 1. */
export interface ReachedFile {
  /** Relative to the project, with `/` between parts. */
  readonly file: string;
  /** Each block of code and whether it was entered; more than one may begin on a line. */
  readonly blocks: readonly ReachedBlock[];
}

/** A block of code, and how often it was entered as far as that was counted. */
export interface ReachedBlock extends PlacedBlock {
  readonly hits: number;
}

/** Where a block of code begins, and what it is. */
export interface PlacedBlock {
  readonly line: number;
  /** The name of the function whose body it is; undefined for any other block. */
  readonly functionName?: string | undefined;
  /** Whether it is one of the ways that code may take at a place. */
  readonly isBranch?: boolean;
}
