interface Order {
  readonly id: string;
  readonly item: string;
  readonly count: number;
  readonly note: string;
  readonly state?: string;
  isDeleted: boolean;
}

/** A service of orders, as `openapi.json` describes it. */
export function ordersService(): (request: Request) => Promise<Response> {
  const orders = new Map<string, Order>();
  return async (request) => {
    const url = new URL(request.url);
    const [, root, id] = url.pathname.split("/");
    if (root !== "orders") return new Response(null, { status: 404 });
    const isKnown = request.headers.get("authorization") === "Bearer good";
    if (request.method === "DELETE" && id !== undefined) {
      const order = orders.get(decodeURIComponent(id));
      if (order === undefined) return new Response(null, { status: 404 });
      order.isDeleted = true;
      return new Response(null, { status: 204 });
    }
    if (!isKnown) return new Response(null, { status: 401 });
    if (request.method === "POST" && id === undefined) {
      return make(orders, (await request.json()) as Order);
    }
    if (request.method !== "GET") return new Response(null, { status: 405 });
    if (id === undefined) return found(orders, url.searchParams);
    const order = orders.get(decodeURIComponent(id));
    return order === undefined ? new Response(null, { status: 404 }) : Response.json(order);
  };
}

function make(orders: Map<string, Order>, draft: Order): Response {
  if (typeof draft?.item !== "string" || typeof draft.count !== "number") {
    return new Response(null, { status: 400 });
  }
  const note = "note" in draft ? draft.note.trim() : "";
  const order = { ...draft, id: `o${orders.size + 1}`, note, isDeleted: false };
  orders.set(order.id, order);
  return Response.json({ ...order, state: "open" }, { status: 201 });
}

function found(orders: Map<string, Order>, query: URLSearchParams): Response {
  const limit = Number(query.get("limit") ?? "10");
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return new Response(null, { status: 400 });
  const text = query.get("text") ?? "";
  if (Array.from(text).length > 600) return new Response(null, { status: 400 });
  const parts = partsOf(text);
  const all = [...orders.values()].filter(({ item }) => text === "" || parts.has(item));
  return Response.json(all.slice(0, limit).map((order) => ({ ...order, state: "open" })));
}

/** Every part of a text. */
function partsOf(text: string): Set<string> {
  const parts = new Set<string>();
  for (let from = 0; from < text.length; from += 1) {
    for (let to = from + 1; to <= text.length; to += 1) parts.add(text.slice(from, to));
  }
  return parts;
}
