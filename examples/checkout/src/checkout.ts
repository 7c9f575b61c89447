import { Gateway } from "./gateway.ts";

const answerMs = 50;

export interface Receipt {
  readonly order: string;
  readonly cents: number;
  readonly retried: boolean;
}

/** Takes payments. A gateway that does not answer in time is asked once more. */
export class Checkout {
  readonly gateway = new Gateway();
  readonly orders: string[] = [];

  async pay(cents: number): Promise<Receipt> {
    const order = `order-${this.orders.length + 1}`;
    this.orders.push(order);
    try {
      await inTime(this.gateway.charge(order, cents));
      return { order, cents, retried: false };
    } catch {
      await this.gateway.charge(order, cents);
      return { order, cents, retried: true };
    }
  }

  chargesOf(order: string): number {
    return this.gateway.charges.filter((charge) => charge.order === order).length;
  }
}

function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), answerMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
