import { strict as assert } from "node:assert";

export interface OrderLine {
  sku: string;
  count: number;
  cents: number;
}

export interface Order {
  id: string;
  currency: "EUR" | "USD";
  lines: OrderLine[];
}

export interface Summary {
  id: string;
  currency: string;
  totalCents: number;
}

/** What an invoice says. */
export function summarize(order: Order): Summary {
  if (order.lines.length === 0) return { id: order.id, totalCents: 0 } as Summary;
  const totalCents = order.lines.reduce((sum, line) => sum + line.count * line.cents, 0);
  return { id: order.id, currency: order.currency, totalCents };
}

/** The line that costs most. */
export function dearestLine(order: Order): OrderLine | undefined {
  return order.lines.reduce<OrderLine | undefined>(
    (dearest, line) => (dearest && dearest.cents >= line.cents ? dearest : line),
    undefined,
  );
}

/** What is left in an account. */
export function withdraw(balance: number, amount: number): number {
  assert(amount > 0, "the amount must be positive");
  assert.ok(amount <= balance, "not enough money");
  return balance - amount;
}

export type State = "new" | "paid" | "shipped" | "cancelled";

const nextStates: Record<State, readonly State[]> = {
  new: ["paid", "cancelled"],
  paid: ["shipped", "cancelled"],
  shipped: [],
  cancelled: [],
};

/** The order cannot go there from where it is. */
export class TransitionError extends Error {
  constructor(
    readonly from: State,
    readonly to: State,
  ) {
    super(`an order that is ${from} cannot become ${to}`);
  }
}

/** Where an order is on its way. */
export class OrderProcess {
  #state: State = "new";

  get state(): State {
    return this.#state;
  }

  pay(): void {
    this.#go("paid");
  }

  ship(): void {
    this.#go("shipped");
  }

  cancel(): void {
    this.#go("cancelled");
  }

  #go(to: State): void {
    if (!nextStates[this.#state].includes(to)) throw new TransitionError(this.#state, to);
    this.#state = to;
  }
}
