interface Seat {
  holder: string | undefined;
  soldTo: string | undefined;
  version: number;
}

/** Seats of a hall. Every step waits for the store, as it would for a database. */
export class Seats {
  readonly #seats = new Map<number, Seat>();
  readonly #store: () => Promise<unknown>;
  readonly sold: { readonly seat: number; readonly user: string }[] = [];

  constructor(store: () => Promise<unknown>) {
    this.#store = store;
  }

  async hold(seat: number, user: string): Promise<void> {
    const found = this.#seat(seat);
    await this.#store();
    if (found.holder !== undefined || found.soldTo !== undefined) return;
    found.holder = user;
    found.version += 1;
  }

  async release(seat: number, user: string): Promise<void> {
    const found = this.#seat(seat);
    await this.#store();
    if (found.holder !== user) return;
    found.holder = undefined;
    found.version += 1;
  }

  async buy(seat: number, user: string): Promise<void> {
    const found = this.#seat(seat);
    if (found.holder !== user) return;
    const { version } = found;
    await this.#store();
    // The bug: the version is compared, but the payment that follows waits once more.
    if (found.version !== version) return;
    await this.#store();
    found.soldTo = user;
    found.holder = undefined;
    this.sold.push({ seat, user });
  }

  isSoldOnce(): boolean {
    return new Set(this.sold.map(({ seat }) => seat)).size === this.sold.length;
  }

  #seat(seat: number): Seat {
    const known = this.#seats.get(seat);
    if (known !== undefined) return known;
    const made: Seat = { holder: undefined, soldTo: undefined, version: 0 };
    this.#seats.set(seat, made);
    return made;
  }
}
