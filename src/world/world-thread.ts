/** A thread of a run: what it waits for is told from what others wait for. */
export interface WorldThread {
  readonly isOver: boolean;
  /** Ends it, with the code that whoever started it is told. */
  end(exitCode: number): void;
  /** Ends it with an error that nobody in it caught. */
  fail(thrown: unknown): void;
  /** Asked between two turns: it may end when nothing is going to wake it. */
  settle(isWaiting: boolean): void;
}
