/** The service that keeps the counter; it is reached over HTTP. */
export class CounterStore {
  value = 0;

  async handle(request: Request): Promise<Response> {
    if (request.method === "PUT") {
      const { value } = (await request.json()) as { readonly value: number };
      this.value = value;
    }
    return Response.json({ value: this.value });
  }
}
