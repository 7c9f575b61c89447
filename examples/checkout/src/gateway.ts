import { setTimeout as sleep } from "node:timers/promises";

export interface Charge {
  readonly order: string;
  readonly cents: number;
}

/** A payment gateway as a shop sees it: it answers late, and charges even if nobody waits. */
export class Gateway {
  readonly charges: Charge[] = [];

  async charge(order: string, cents: number): Promise<Charge> {
    await sleep(travelMs());
    const charge = { order, cents };
    this.charges.push(charge);
    await sleep(travelMs());
    return charge;
  }
}

function travelMs(): number {
  return 5 + Math.random() * 30;
}
