/** Named values that can be written and taken back. */
export interface Cells {
  has(name: string): boolean;
  get(name: string): unknown;
  set(name: string, value: unknown): unknown;
  delete(name: string): unknown;
}

/**
 * What some steps wrote while others were going on. Taking it back leaves alone what somebody else
 * has written since: that is not theirs.
 */
export class UndoLog {
  readonly #entries = new Map<Cells, Map<string, Entry>>();

  /** Is told before each write. */
  note(cells: Cells, name: string, value: unknown): void {
    const ofCells = this.#entries.get(cells) ?? new Map<string, Entry>();
    this.#entries.set(cells, ofCells);
    const first = ofCells.get(name) ?? { isNew: !cells.has(name), before: cells.get(name) };
    ofCells.set(name, { ...first, last: value });
  }

  /** Goes back to what was there before the first write. */
  undo(): void {
    for (const [cells, entries] of this.#entries) {
      for (const [name, { isNew, before, last }] of entries) {
        if (!cells.has(name) || !Object.is(cells.get(name), last)) continue;
        if (isNew) cells.delete(name);
        else cells.set(name, before);
      }
    }
  }
}

// --- inside ---

interface Entry {
  readonly isNew: boolean;
  readonly before: unknown;
  readonly last?: unknown;
}
