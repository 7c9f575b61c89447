import assert from "node:assert/strict";
import { test } from "vitest";
import { readEvents } from "../../examples/sse-client/fixed/src/read-events.ts";
import { hostile } from "../../src/cli/adapters/hostile/index.ts";

const events = [{ data: '{"text":"Grüße"}' }, { data: '{"text":"aus Wien"}' }];

test("the fixed reader of the example reads every legal stream", async () => {
  await using upstream = await hostile.sse({ events, cases: 20 });
  await upstream.check(async ({ url, signal }) => {
    assert.deepEqual(await readEvents(url, signal), ['{"text":"Grüße"}', '{"text":"aus Wien"}']);
  });
});

test("the fixed reader of the example refuses a stream that breaks", async () => {
  await using upstream = await hostile.sse({ events, cases: 20, tier: "invalid" });
  await upstream.check(({ url, signal }) => readEvents(url, signal));
});
