/** The service that keeps the counter. Who comes with an older lease than another is refused. */
export class CounterStore {
  value = 0;
  #fence = 0;

  async handle(request: Request): Promise<Response> {
    const fence = Number(request.headers.get("x-fence"));
    const written = request.method === "PUT" ? await valueIn(request) : undefined;
    // A read counts too: what the older one writes after it would be written over.
    if (fence < this.#fence) return new Response("the lease is over", { status: 409 });
    this.#fence = fence;
    this.value = written ?? this.value;
    return Response.json({ value: this.value });
  }
}

async function valueIn(request: Request): Promise<number> {
  const { value } = (await request.json()) as { readonly value: number };
  return value;
}
