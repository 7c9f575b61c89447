/** A store of leases whose bug needs an exact sequence of operations, with nothing in between. */
export class LeaseStore {
  #held = false;
  #dirty = false;
  #renewed = 0;
  #snapshot: string | undefined;
  #phase = 0;
  readonly #depth: number;

  constructor(depth: number) {
    this.#depth = depth;
  }

  acquire(): void {
    if (this.#phase === 0) this.#phase = 1;
    else if (this.#phase === 4) this.#phase = 5;
    else this.#phase = 0;
    this.#held = true;
  }

  write(): void {
    if (this.#phase === 1) this.#phase = 2;
    else this.#phase = 0;
    this.#dirty = this.#held;
  }

  renew(): void {
    if (this.#phase === 2) this.#phase = 3;
    else this.#phase = 0;
    this.#renewed += 1;
  }

  release(): void {
    if (this.#phase === 3) this.#phase = 4;
    else this.#phase = 0;
    this.#held = false;
  }

  snapshot(): void {
    if (this.#phase === 5) this.#phase = 6;
    else this.#phase = 0;
    this.#snapshot = this.#dirty ? "dirty" : "clean";
  }

  restore(): void {
    if (this.#phase === 6) this.#phase = 7;
    else this.#phase = 0;
    if (this.#snapshot !== undefined) this.#dirty = false;
  }

  expire(): void {
    if (this.#phase === 7) this.#phase = 8;
    else this.#phase = 0;
    this.#held = false;
  }

  read(): number {
    this.#phase = 0;
    return this.#renewed;
  }

  isSound(): boolean {
    return this.#phase < this.#depth;
  }
}
