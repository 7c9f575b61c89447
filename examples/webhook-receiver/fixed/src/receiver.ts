import { createHmac, timingSafeEqual } from "node:crypto";

/** Takes the deliveries of a payment service and keeps what they say, once each. */
export class Receiver {
  readonly paid: unknown[] = [];
  readonly #secret: string;
  readonly #known = new Set<string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  receive(headers: Record<string, string>, body: Buffer): void {
    const named = new Headers(Object.entries(headers).map(([name, value]) => [name, bytes(value)]));
    const said = Buffer.from(named.get("x-hub-signature-256") ?? "");
    const digest = createHmac("sha256", this.#secret).update(body).digest("hex");
    const right = Buffer.from(`sha256=${digest}`);
    if (said.length !== right.length || !timingSafeEqual(said, right)) {
      throw new Error("the signature is wrong");
    }
    const id = named.get("x-github-delivery") ?? digest;
    if (this.#known.has(id)) return;
    this.#known.add(id);
    this.paid.push(JSON.parse(body.toString()));
  }
}

/** Headers hold bytes, not characters. */
function bytes(value: string): string {
  return Buffer.from(value).toString("latin1");
}
