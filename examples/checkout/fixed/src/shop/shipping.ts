import { setTimeout as sleep } from "node:timers/promises";

const packingMs = 500;
const pauseMs = 1_000;

/** Ships one order after the other. What cannot be shipped now is tried again after a pause. */
export class ShippingQueue {
  readonly #waiting: string[] = [];
  readonly #ship: (id: string) => Promise<unknown>;
  #working: Promise<void> | undefined;
  #isClosed = false;

  constructor(ship: (id: string) => Promise<unknown>) {
    this.#ship = ship;
  }

  add(id: string): void {
    this.#waiting.push(id);
    this.#working ??= this.#work();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    while (!this.#isClosed) {
      const [id] = this.#waiting;
      if (id === undefined) break;
      try {
        await sleep(packingMs);
        await this.#ship(id);
        this.#waiting.shift();
      } catch {
        await sleep(pauseMs);
      }
    }
    this.#working = undefined;
  }
}
