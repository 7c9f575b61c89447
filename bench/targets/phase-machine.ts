/** Orders of operations that unlock one another; where it stands is a number, not a branch. */
const order = ["boot", "login", "open", "edit", "lock", "commit", "close"] as const;

/** A session that must never get to the end of the order in one go. */
export class PhaseMachine {
  #at = 0;

  act(name: string): void {
    if (order[this.#at] === name) this.#at += 1;
    else if (name !== "idle") this.#at = 0;
  }

  isOver(): boolean {
    return this.#at === order.length;
  }
}
