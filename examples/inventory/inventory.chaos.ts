import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Inventory } from "./src/inventory.ts";

const count = fc.integer({ min: 1, max: 20 });
const stock = 100;

export default chaosTest({
  name: "inventory",
  setup: () => new Inventory(stock),
  rules: {
    reserve: { draw: { count }, run: (inventory, drawn) => inventory.reserve(drawn.count) },
    ship: { draw: { count }, run: (inventory, drawn) => inventory.ship(drawn.count) },
    release: {
      draw: { count },
      when: (inventory) => inventory.reserved > 0,
      run: (inventory, drawn) => inventory.release(drawn.count),
    },
  },
  invariants: {
    "no article appears or vanishes": ({ free, reserved, shipped }) =>
      free + reserved + shipped === stock,
  },
});
