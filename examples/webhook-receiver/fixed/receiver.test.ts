import { hostile } from "gauntlet/hostile";
import { test } from "vitest";
import { Receiver } from "./src/receiver.ts";

const options = { scheme: "github", secret: "s3cret", once: true } as const;

test("every authentic delivery takes effect, once", async () => {
  await using sender = await hostile.webhook(options);
  await sender.check(({ deliveries }) => {
    const receiver = new Receiver("s3cret");
    for (const { headers, body } of deliveries()) receiver.receive(headers, body);
    return receiver.paid;
  });
});

test("a forged delivery is refused", async () => {
  await using sender = await hostile.webhook({ ...options, tier: "invalid" });
  await sender.check(({ deliveries }) => {
    const receiver = new Receiver("s3cret");
    for (const { headers, body } of deliveries()) receiver.receive(headers, body);
  });
});
