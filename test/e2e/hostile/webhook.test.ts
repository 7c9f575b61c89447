import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import * as fixedExample from "../../../examples/webhook-receiver/fixed/src/receiver.ts";
import { Receiver } from "../../../examples/webhook-receiver/src/receiver.ts";
import {
  hostile,
  type HostileOptions,
  type HostileWebhook,
  type WebhookOptions,
} from "../../../src/cli/adapters/hostile/index.ts";
import { failureOf } from "./failure-of.ts";

const options = { scheme: "github", secret: "s3cret", once: true } as const;
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Given = Parameters<Parameters<HostileWebhook["check"]>[0]>[0];

function receiving(
  make: () => Pick<Receiver, "paid" | "receive">,
): (given: Given) => readonly unknown[] {
  return ({ deliveries }) => {
    const receiver = make();
    for (const { headers, body } of deliveries()) receiver.receive(headers, body);
    return receiver.paid;
  };
}

const naive = receiving(() => new Receiver("s3cret"));
const right = receiving(() => new fixedExample.Receiver("s3cret"));

async function found(
  code: (given: Given) => unknown,
  given: Partial<WebhookOptions> & HostileOptions = {},
): Promise<string> {
  await using sender = await hostile.webhook({ ...options, ...given });
  return await failureOf(async () => sender.check(code));
}

test("a naive receiver is broken by one small delivery, in both tiers", async () => {
  expect(await found(naive, { seed: 1 })).toMatchInlineSnapshot(`
    "webhook: expected [{type: "paid", amount: 100}]
         got [{type: "paid", amount: 100}, {type: "paid", amount: 100}]

      broken   legal data is handled right (legal data)
      sent     content-type: application/json
               x-github-delivery: msg_1
               x-hub-signature-256: sha256=0688f1cb804871dfc23b3a938c2fa21b2bd602d5283da058ecc…
               "{"type":"paid","amount":100}"
               content-type: application/json
               x-github-delivery: msg_1
               x-hub-signature-256: sha256=0688f1cb804871dfc23b3a938c2fa21b2bd602d5283da058ecc…
               "{"type":"paid","amount":100}"
      varied   delivered twice: legal by GitHub, redelivering; Standard Webhooks 1.0, idempotency
      found    in case 2 of 100, shrunk from 22 decisions to 10

    replay   GAUNTLET_CASE=webhook.g1.…"
  `);
  expect(await found(naive, { seed: 1, tier: "invalid" })).toMatchInlineSnapshot(`
    "webhook: it was taken for a success, but it was signed with another secret

      broken   a failure is not a success (invalid data)
      sent     CONTENT-TYPE: application/json
               X-GITHUB-DELIVERY: msg_1
               X-HUB-SIGNATURE-256: sha256=1eead67a07a9fda9337e94eeb51639a33523fbe0102c2023bd7…
               "{"type":"paid","amount":100}"
      varied   signed with another secret: invented
               header names in capitals: legal by RFC 9110 5.1: names of headers have no case
      found    in case 2 of 100, shrunk from 24 decisions to 12

    replay   GAUNTLET_CASE=webhook.g1.…"
  `);
});

test("the fixed receiver is silent over 10 seeds, and a check of it bites", async () => {
  for (const seed of seeds) {
    await using sender = await hostile.webhook({ ...options, seed, tier: "both" });
    expect((await sender.check(right)).cases).toBe(100);
  }
  await using sender = await hostile.webhook({ ...options, tier: "both" });
  const bite = await sender.bite(right);
  expect(bite.faults.filter(({ isNoticed }) => !isNoticed)).toEqual([]);
  expect(bite.score).toBe(1);
});

test("each mistake of a receiver is found by its own kind of delivery", async () => {
  const unaware = ({ deliveries }: Given): unknown =>
    deliveries().map(({ body }) => JSON.parse(body.toString()) as unknown);
  expect(await found(unaware, { tier: "invalid" })).toContain("it was taken for a success, but");
  // Without a promise that an event takes effect once, nothing comes twice.
  expect(await found(unaware)).toContain("delivered twice");
  await using sender = await hostile.webhook({ ...options, once: false });
  expect((await sender.check(unaware)).cases).toBe(100);
});

test("deliveries are sent to a server on this machine, and to no other", async () => {
  const fixed = new fixedExample.Receiver("s3cret");
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      try {
        fixed.receive(headers, Buffer.concat(chunks));
        response.writeHead(204).end();
      } catch {
        response.writeHead(401).end();
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await using sender = await hostile.webhook({ ...options, tier: "both", seed: 1, cases: 40 });
  const { reach } = await sender.check(({ send }) => send(`http://127.0.0.1:${port}/hook`));
  expect(reach[1]).toMatch(/^signed +\d+ of 40/u);
  await expect(sender.place.send("http://example.com/")).rejects.toThrow("example.com");
  await new Promise((resolve) => void server.close(resolve));
});
