import { setTimeout as sleep } from "node:timers/promises";
import type { Order } from "./order.ts";

const gatewayUrl = "https://gateway.example/charges";
const answerMsMax = 2_000;
const triesMax = 2;
const pauseMs = 200;

/** Charges the customer; says how many tries it took. A try more is no charge more. */
export async function charge(order: Order): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await askGateway(order);
      return tries;
    } catch (error) {
      if (tries === triesMax) throw new Error("the payment failed", { cause: error });
      await sleep(pauseMs);
    }
  }
}

async function askGateway({ id, cents }: Order): Promise<void> {
  const answer = await fetch(gatewayUrl, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": id },
    body: JSON.stringify({ order: id, cents }),
    signal: AbortSignal.timeout(answerMsMax),
  });
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`);
}
