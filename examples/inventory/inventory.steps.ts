import { Inventory } from "./src/inventory.ts";

const articles = 100;

/** The stock that `inventory.scenario.yaml` works with; every run has a new one. */
export const stock: Inventory = new Inventory(articles);

export function isComplete(): boolean {
  return stock.free + stock.reserved + stock.shipped === articles;
}
