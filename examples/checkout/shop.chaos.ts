import type { IncomingMessage, ServerResponse } from "node:http";
import fc from "fast-check";
import { chaosTest, eventually, fault, sometimes } from "gauntlet";
import { Shop } from "./src/shop/shop.ts";

const journal = "data/orders.journal";

/** The whole shop, reached over HTTP as its customers do. */
export default chaosTest({
  name: "shop",
  // The power goes off between requests: nobody is served meanwhile, and it is off once at a time.
  concurrency: 1,
  faults: [
    fault.http({ url: "https://gateway.example/*", status: 503, probability: 0.5 }),
    // The gateway has done its work; nobody hears of it.
    fault.connectionReset({ host: "gateway.example", phase: "response", times: 1 }),
    fault.diskFull({ path: journal, times: 2 }),
  ],
  setup: async (world) => {
    const gateway = new StandInGateway();
    const state = { world, gateway, shop: await Shop.open(journal), ids: [] as string[] };
    world.serve("https://gateway.example", (request: Request) => gateway.answer(request));
    world.serve("http://shop.example", (request: IncomingMessage, response: ServerResponse) =>
      state.shop.handle(request, response),
    );
    return state;
  },
  rules: {
    order: {
      draw: { cents: fc.integer({ min: 1, max: 50_000 }) },
      run: async ({ ids }, { cents }) => {
        const { status, answer } = await post("/orders", { cents });
        if (status === 201) ids.push(answer.id);
        sometimes(status === 502, "an order is refused");
      },
    },
    pay: {
      draw: { which: fc.nat({ max: 9 }) },
      when: ({ ids }) => ids.length > 0,
      run: async (state, { which }) => {
        const id = state.ids[which % state.ids.length] ?? "";
        const { status, answer } = await post(`/orders/${id}/pay`);
        sometimes(status === 502, "a payment fails");
        sometimes(answer.tries === 2, "a second try succeeds");
        if (status !== 200) return;
        eventually(() => state.shop.stateOf(id) === "shipped", "a paid order is shipped");
      },
    },
    // The power goes off, and the shop opens again.
    restart: {
      run: async (state) => {
        await state.shop.close();
        state.world.crash();
        state.shop = await Shop.open(journal);
      },
    },
  },
  invariants: {
    "an order is charged once": ({ gateway }) =>
      new Set(gateway.charges.map(({ order }) => order)).size === gateway.charges.length,
  },
});

/** Somebody else's service. Like the real ones, it makes a charge once for each idempotency key. */
class StandInGateway {
  readonly charges: { readonly order: string; readonly key: string | null }[] = [];

  async answer(request: Request): Promise<Response> {
    const { order } = (await request.json()) as { order: string };
    const key = request.headers.get("idempotency-key");
    const isKnown = key !== null && this.charges.some((charge) => charge.key === key);
    if (!isKnown) this.charges.push({ order, key });
    return Response.json({ order });
  }
}

interface Reply {
  readonly status: number;
  readonly answer: { readonly id: string; readonly tries: number };
}

async function post(path: string, body: object = {}): Promise<Reply> {
  const init = { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`http://shop.example${path}`, init);
  return { status: response.status, answer: (await response.json()) as Reply["answer"] };
}
