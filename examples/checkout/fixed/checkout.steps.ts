import { Checkout } from "./src/checkout.ts";

/** The checkout that `checkout.scenario.yaml` pays at; every run has a new one. */
export const checkout: Checkout = new Checkout();

export function isChargedOnce(order: string): boolean {
  return checkout.chargesOf(order) === 1;
}
