import { setTimeout as sleep } from "node:timers/promises";

export interface Charge {
  readonly order: string;
  readonly cents: number;
}

/** A payment gateway that takes the order as an idempotency key: one order, one charge. */
export class Gateway {
  readonly charges: Charge[] = [];

  async charge(order: string, cents: number): Promise<Charge> {
    await sleep(travelMs());
    const known = this.charges.find((charge) => charge.order === order);
    const charge = known ?? { order, cents };
    if (known === undefined) this.charges.push(charge);
    await sleep(travelMs());
    return charge;
  }
}

function travelMs(): number {
  return 5 + Math.random() * 30;
}
