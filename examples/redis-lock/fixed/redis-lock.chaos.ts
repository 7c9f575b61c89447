import { chaosTest, fault, sometimes } from "gauntlet";
import { Redis } from "ioredis";
import { addOne } from "./src/counter.ts";
import { CounterStore } from "./src/store.ts";

/** Two workers add to a counter under a lock in Redis, and the counter's host is slow at times. */
export default chaosTest({
  name: "redis-lock",
  faults: [fault.slowNetwork({ host: "counter.example", ms: 15_000, probability: 0.3 })],
  setup: (world) => {
    const redis = world.redis();
    const store = new CounterStore();
    world.serve("https://counter.example", (request: Request) => store.handle(request));
    return { redis, store, client: new Redis(redis.url), confirmed: { count: 0 } };
  },
  rules: {
    addOne: {
      run: async ({ client, confirmed, redis }) => {
        try {
          await addOne(client);
        } catch {
          // Not confirmed: whoever asked is told so and may ask again.
          return;
        }
        confirmed.count += 1;
        sometimes(
          redis.command("EXISTS", "lock:counter") === 1,
          "another worker has the lock by now",
        );
      },
    },
  },
  final: {
    "every confirmed increment is in the counter": ({ store, confirmed }) =>
      store.value >= confirmed.count,
  },
});
