import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { Journal } from "./journal.ts";
import type { Order } from "./order.ts";
import { charge } from "./payments.ts";
import { ShippingQueue } from "./shipping.ts";

/** A shop behind an HTTP API. Every order is in the journal before anybody is told about it. */
export class Shop {
  readonly #orders = new Map<string, Order>();
  readonly #journal: Journal;
  readonly #shipping = new ShippingQueue((id) => this.#move(id, "shipped"));

  /** Goes on where the journal ends: what was paid for and not shipped is shipped now. */
  static async open(path: string): Promise<Shop> {
    const shop = new Shop(new Journal(path));
    for (const order of await shop.#journal.read()) shop.#orders.set(order.id, order);
    for (const { id, state } of shop.#orders.values()) if (state === "paid") shop.#shipping.add(id);
    return shop;
  }

  private constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** A listener for `http.createServer`. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, answer] = await this.#answer(request).catch((error: Error) => {
      return [502, { error: error.message }] as const;
    });
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  }

  stateOf(id: string): Order["state"] | undefined {
    return this.#orders.get(id)?.state;
  }

  /** Waits for the parcel in hand; the rest of the queue is in the journal. */
  close(): Promise<void> {
    return this.#shipping.close();
  }

  async #answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const [, , id = "", verb = ""] = (request.url ?? "").split("/");
    if (request.method === "POST" && id === "") {
      const { cents } = (await json(request)) as { cents: number };
      return [201, await this.#place(cents)];
    }
    const order = this.#orders.get(id);
    if (order === undefined) return [404, { error: `there is no order ${id}` }];
    if (request.method === "POST" && verb === "pay") return [200, await this.#pay(order)];
    return [200, order];
  }

  async #place(cents: number): Promise<Order> {
    const order: Order = { id: `order-${this.#orders.size + 1}`, cents, state: "placed" };
    await this.#journal.append(order);
    this.#orders.set(order.id, order);
    return order;
  }

  async #pay(order: Order): Promise<Order & { readonly tries: number }> {
    if (order.state !== "placed") return { ...order, tries: 0 };
    const tries = await charge(order);
    const paid = await this.#move(order.id, "paid");
    this.#shipping.add(order.id);
    return { ...paid, tries };
  }

  async #move(id: string, state: Order["state"]): Promise<Order> {
    const order = this.#orders.get(id);
    if (order === undefined) throw new Error(`there is no order ${id}`);
    const moved = { ...order, state };
    await this.#journal.append(moved);
    this.#orders.set(id, moved);
    return moved;
  }
}
