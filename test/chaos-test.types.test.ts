import fc from "fast-check";
import { chaosTest, simulation } from "gauntlet";
import type { ChaosTest, Simulation, World } from "gauntlet";
import { expectTypeOf, test } from "vitest";

class Checkout {
  orders = 0;

  pay(cents: number): number {
    this.orders += 1;
    return cents;
  }
}

test("the state that rules and checks get is what setup returns", () => {
  const made = chaosTest({
    name: "checkout",
    setup: (world) => {
      expectTypeOf(world).toEqualTypeOf<World>();
      return { checkout: new Checkout(), paid: 0 };
    },
    rules: {
      pay: {
        when: (state) => {
          expectTypeOf(state).toEqualTypeOf<{ checkout: Checkout; paid: number }>();
          return state.paid < 100;
        },
        run: (state) => {
          expectTypeOf(state).toEqualTypeOf<{ checkout: Checkout; paid: number }>();
        },
      },
    },
    invariants: {
      "paid is a number": (state) => {
        expectTypeOf(state.paid).toEqualTypeOf<number>();
        return state.paid >= 0;
      },
    },
    final: { "orders are kept": async (state) => Promise.resolve(state.checkout.orders >= 0) },
    teardown: (state) => expectTypeOf(state.checkout).toEqualTypeOf<Checkout>(),
  });
  expectTypeOf(made).toEqualTypeOf<ChaosTest>();
});

test("an async setup gives its state without the promise", () => {
  chaosTest({
    name: "async",
    setup: async (world) => {
      await Promise.resolve();
      return { world, paid: 0 };
    },
    rules: {
      pay: { run: (state) => expectTypeOf(state).toEqualTypeOf<{ world: World; paid: number }>() },
    },
  });
});

test("what a rule draws has the types of its arbitraries, rule by rule", () => {
  chaosTest({
    name: "draws",
    setup: () => ({ paid: 0 }),
    rules: {
      pay: {
        draw: { cents: fc.integer(), card: fc.constantFrom("visa", "amex") },
        run: (state, drawn) => {
          expectTypeOf(state).toEqualTypeOf<{ paid: number }>();
          expectTypeOf(drawn.cents).toEqualTypeOf<number>();
          expectTypeOf(drawn.card).toEqualTypeOf<"visa" | "amex">();
        },
      },
      refund: {
        draw: { cart: fc.array(fc.record({ id: fc.nat(), gift: fc.option(fc.string()) })) },
        run: async (_state, { cart }) => {
          expectTypeOf(cart).toEqualTypeOf<{ id: number; gift: string | null }[]>();
          await Promise.resolve();
        },
      },
      cancel: { run: (state) => expectTypeOf(state.paid).toEqualTypeOf<number>() },
    },
  });
});

test("restore takes what snapshot gives and makes a state", () => {
  chaosTest({
    name: "kept",
    setup: () => ({ items: new Map<string, number>() }),
    rules: { add: { run: (state) => state.items.set("a", 1) } },
    snapshot: (state) => [...state.items],
    restore: (snapshot) => {
      expectTypeOf(snapshot).toEqualTypeOf<[string, number][]>();
      return { items: new Map(snapshot) };
    },
  });
});

test("a simulation gets a world, and may be sync or async", () => {
  const made = simulation({
    name: "wallet",
    run: async (world) => {
      expectTypeOf(world.now()).toEqualTypeOf<number>();
      expectTypeOf(world.draw("n", fc.nat())).toEqualTypeOf<number>();
      expectTypeOf(world.pick("which", ["a", "b"] as const)).toEqualTypeOf<"a" | "b">();
      await world.sleep(1);
    },
  });
  expectTypeOf(made).toEqualTypeOf<Simulation>();
  simulation({ name: "sync", run: () => 5 });
});

test("mistakes are told by the compiler", () => {
  chaosTest({
    name: "mistakes",
    setup: () => ({ paid: 0 }),
    rules: {
      pay: {
        draw: { cents: fc.integer() },
        run: (state, drawn) => {
          // @ts-expect-error the state has no such property
          void state.payed;
          // @ts-expect-error nothing of that name is drawn
          void drawn.euros;
          // @ts-expect-error a number is drawn
          drawn.cents satisfies string;
        },
      },
    },
    invariants: {
      // @ts-expect-error the state has no such property
      "a wrong check": (state) => state.balance === 0,
      // @ts-expect-error a check answers with a boolean
      "an odd check": (state) => state.paid,
    },
  });
  // @ts-expect-error a chaos test has rules
  chaosTest({ name: "no rules", setup: () => ({}) });
  // @ts-expect-error a chaos test has a name
  chaosTest({ setup: () => ({}), rules: {} });
});
