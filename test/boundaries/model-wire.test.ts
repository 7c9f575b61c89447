import assert from "node:assert/strict";
import { test } from "vitest";
import { hostile } from "../../src/cli/adapters/hostile/index.ts";
import { framesOf } from "../../src/data/sse/sse-frames.ts";
import { providerUpstream } from "../../src/world/wires/upstream/provider-upstream.ts";

// What a provider answers to the wire of a model, which the agent's own client is behind.

const events = [{ data: '{"delta":"Grüße"}' }, { data: '{"delta":"aus Wien"}' }];
const options = { events, ends: "[DONE]", cases: 20 };

test("every legal stream of a model comes through as its events", async () => {
  await using model = await hostile.sse(options);
  await model.check(async ({ url, signal }) => {
    assert.deepEqual(await answerOf(url, signal), ['{"delta":"Grüße"}', '{"delta":"aus Wien"}']);
  });
});

test("a stream of a model that breaks ends with an error", async () => {
  await using model = await hostile.sse({ ...options, tier: "invalid" });
  await model.check(({ url, signal }) => answerOf(url, signal));
});

async function answerOf(url: string, signal: AbortSignal): Promise<readonly string[]> {
  const request = { agent: "a", to: "model", method: "POST", path: "", headers: {} };
  const body = new TextEncoder().encode("{}");
  const upstream = providerUpstream({ model: url });
  const answer = await upstream.answer({ ...request, body }, signal);
  const type = answer.headers["content-type"] ?? "";
  if (answer.status !== 200 || !/^text\/event-stream\b/iu.test(type)) {
    throw new Error(`the model answered ${answer.status} ${type}`);
  }
  const said: string[] = [];
  for await (const { data } of framesOf(answer.body)) {
    if (data === "[DONE]") return said;
    if (data !== "") said.push(data);
  }
  throw new Error("the stream ended before it was done");
}
