import assert from "node:assert/strict";
import { hostile } from "gauntlet/hostile";
import { test } from "vitest";
import { readEvents } from "./src/read-events.ts";

const events = [{ data: '{"text":"Grüße"}' }, { data: '{"text":"aus Wien"}' }];

test("every legal stream is read", async () => {
  await using upstream = await hostile.sse({ events });
  await upstream.check(async ({ url, signal }) => {
    const said = await readEvents(url, signal);
    assert.deepEqual(
      said,
      events.map(({ data }) => data),
    );
  });
});

test("a stream that breaks is not taken for a whole one", async () => {
  await using upstream = await hostile.sse({ events, tier: "invalid" });
  await upstream.check(({ url, signal }) => readEvents(url, signal));
});
