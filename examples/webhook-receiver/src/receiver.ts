import { createHmac } from "node:crypto";

/** Takes the deliveries of a payment service and keeps what they say. */
export class Receiver {
  readonly paid: unknown[] = [];
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  receive(headers: Record<string, string>, body: Buffer): void {
    const event: unknown = JSON.parse(body.toString());
    const said = headers["x-hub-signature-256"];
    const right = createHmac("sha256", this.#secret).update(JSON.stringify(event)).digest("hex");
    if (said && said !== `sha256=${right}`) throw new Error("the signature is wrong");
    this.paid.push(event);
  }
}
