import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { Seats } from "./seats.ts";

const seat = fc.integer({ min: 1, max: 4 });
const user = fc.constantFrom("ada", "ben", "cleo");

/** A seat is held, paid for, released and held by another one while the payment is under way. */
export default chaosTest({
  name: "overlapping race",
  concurrency: 3,
  setup: (world) => new Seats(() => world.sleep(2)),
  rules: {
    hold: { draw: { seat, user }, run: (seats, drawn) => seats.hold(drawn.seat, drawn.user) },
    release: { draw: { seat, user }, run: (seats, drawn) => seats.release(drawn.seat, drawn.user) },
    buy: { draw: { seat, user }, run: (seats, drawn) => seats.buy(drawn.seat, drawn.user) },
  },
  invariants: { "a seat is sold once": (seats) => seats.isSoldOnce() },
});
