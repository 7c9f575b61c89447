interface Draft {
  readonly item: string;
  readonly count: number;
  readonly note?: string | null;
}

interface Order extends Draft {
  readonly id: string;
  readonly state: string;
}

/** A service of orders, as `openapi.json` describes it. */
export function ordersService(): (request: Request) => Promise<Response> {
  const orders = new Map<string, Order>();
  let count = 0;
  return async (request) => {
    const url = new URL(request.url);
    const [, root, id] = url.pathname.split("/");
    if (root !== "orders") return new Response(null, { status: 404 });
    if (request.headers.get("authorization") !== "Bearer good") {
      return new Response(null, { status: 401 });
    }
    if (id !== undefined) return one(orders, request.method, decodeURIComponent(id));
    if (request.method === "GET") return found(orders, url.searchParams);
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const draft = draftOf(await request.text());
    if (draft === undefined) return new Response(null, { status: 400 });
    count += 1;
    const order = { ...draft, id: `o${count}`, state: "open" };
    orders.set(order.id, order);
    return Response.json(order, { status: 201 });
  };
}

function one(orders: Map<string, Order>, method: string, id: string): Response {
  if (method !== "GET" && method !== "DELETE") return new Response(null, { status: 405 });
  const order = orders.get(id);
  if (order === undefined) return new Response(null, { status: 404 });
  if (method === "GET") return Response.json(order);
  orders.delete(id);
  return new Response(null, { status: 204 });
}

function draftOf(text: string): Draft | undefined {
  const { item, count, note, ...rest } = objectOf(text) ?? {};
  const isItem = typeof item === "string" && item !== "" && Array.from(item).length <= 40;
  const isCount = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= 99;
  const isNote = (note ?? null) === null || (typeof note === "string" && isShort(note));
  if (!isItem || !isCount || !isNote || Object.keys(rest).length > 0) return undefined;
  return { item, count: Number(count), ...(typeof note === "string" ? { note } : {}) };
}

function isShort(note: string): boolean {
  return Array.from(note).length <= 200;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function found(orders: Map<string, Order>, query: URLSearchParams): Response {
  const limit = Number(query.get("limit") ?? "10");
  const text = query.get("text") ?? "";
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= 100;
  if (!isLimit || Array.from(text).length > 600) return new Response(null, { status: 400 });
  const all = [...orders.values()].filter(({ item }) => text === "" || text.includes(item));
  return Response.json(all.slice(0, limit));
}
