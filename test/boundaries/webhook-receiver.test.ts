import { test } from "vitest";
import { Receiver } from "../../examples/webhook-receiver/fixed/src/receiver.ts";
import { hostile } from "../../src/cli/adapters/hostile/index.ts";

// With a time of its own, so that what is sent is the same on every day.
const nowMs = Date.UTC(2027, 0, 1);
const options = { scheme: "github", secret: "s3cret", once: true, nowMs, cases: 20 } as const;

test("the fixed receiver of the example takes every authentic delivery once", async () => {
  await using sender = await hostile.webhook(options);
  await sender.check(({ deliveries }) => {
    const receiver = new Receiver("s3cret");
    for (const { headers, body } of deliveries()) receiver.receive(headers, body);
    return receiver.paid;
  });
});

test("the fixed receiver of the example refuses what is forged", async () => {
  await using sender = await hostile.webhook({ ...options, tier: "invalid" });
  await sender.check(({ deliveries }) => {
    const receiver = new Receiver("s3cret");
    for (const { headers, body } of deliveries()) receiver.receive(headers, body);
  });
});
