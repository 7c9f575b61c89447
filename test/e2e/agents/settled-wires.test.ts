import { expect, test } from "vitest";
import { listening, openHub, scopeWith, story } from "./tool-world.ts";

test("what an agent gave up is in the journal before its conversation is judged", async () => {
  let hasCome = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    hasCome = resolve;
  });
  await using silent = await listening(() => hasCome());
  const hub = await openHub({ tools: [{ name: "silent", url: silent.url }] });
  const scope = scopeWith([]);
  hub.begin(scope);
  const stop = new AbortController();
  const asked = fetch(`${hub.urlFor("clerk", "tools")}/silent`, { signal: stop.signal });
  await come;
  stop.abort();
  await expect(asked).rejects.toThrow("abort");
  hub.end();
  await hub.settled(scope);
  expect(story(scope.journal.events)).toEqual([
    "clerk → silent (http): GET /",
    "clerk ← silent failed: the agent went away before it was answered",
  ]);
  await hub.close();
});

test("what an agent leaves open holds its conversation up for a moment only", async () => {
  let hasCome = (): void => undefined;
  const come = new Promise<void>((resolve) => {
    hasCome = resolve;
  });
  await using silent = await listening(() => hasCome());
  const hub = await openHub({ tools: [{ name: "silent", url: silent.url }] });
  const scope = scopeWith([]);
  hub.begin(scope);
  const asked = fetch(`${hub.urlFor("clerk", "tools")}/silent`).catch(() => "closed");
  await come;
  const next = scopeWith([]);
  hub.begin(next);
  await hub.settled(next);
  await hub.settled(scope);
  expect(story(scope.journal.events)).toEqual(["clerk → silent (http): GET /"]);
  await hub.close();
  expect(await asked).toBe("closed");
});
