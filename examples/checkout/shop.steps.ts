import type { IncomingMessage, ServerResponse } from "node:http";
import { Shop } from "./src/shop/shop.ts";

let opening: Promise<Shop> | undefined;

/** The shop that `shop.scenario.yaml` asks: it is opened by its first customer. */
export async function app(request: IncomingMessage, response: ServerResponse): Promise<void> {
  opening ??= Shop.open("data/orders.journal");
  await (await opening).handle(request, response);
}
