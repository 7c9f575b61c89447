import { expect, test } from "vitest";
import {
  hostile,
  type HostileJson,
  type HostileOptions,
} from "../../../src/cli/adapters/hostile/index.ts";
import { failureOf } from "./failure-of.ts";

const schema = {
  type: "object",
  properties: { id: { enum: ["zwölf Stück – 🎉", "a"] }, count: { type: "integer", minimum: 1 } },
  required: ["id", "count"],
  additionalProperties: false,
};
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

type Given = Parameters<Parameters<HostileJson["check"]>[0]>[0];

/** Decodes each chunk by itself, and does not look at the status. */
async function naive({ url, signal }: Given): Promise<unknown> {
  const { body } = await fetch(url, { signal });
  let text = "";
  for await (const chunk of body ?? []) text += new TextDecoder().decode(chunk as Uint8Array);
  return JSON.parse(text) as unknown;
}

async function right({ url, signal }: Given): Promise<unknown> {
  const response = await fetch(url, { signal });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !/^application\/json\b/iu.test(type)) throw new Error(`${response.status}`);
  return response.json();
}

async function found(code: (given: Given) => unknown, given: HostileOptions): Promise<string> {
  await using upstream = await hostile.json({ schema, ...given });
  return await failureOf(async () => upstream.check(code));
}

test("a naive client is broken by one small answer, in both tiers", async () => {
  expect(await found(naive, { seed: 1 })).toMatch(/cut inside of a character|a byte at a time/u);
  const invalid = await found(naive, { seed: 1, tier: "invalid" });
  expect(invalid).toContain("it was taken for a success, but the server answered with an error");
});

test("a client that is right is silent over 10 seeds, and a check of it bites", async () => {
  for (const seed of seeds) {
    await using upstream = await hostile.json({ schema, seed, tier: "both", cases: 50 });
    expect((await upstream.check(right)).cases).toBe(50);
  }
  await using upstream = await hostile.json({ schema, tier: "both" });
  expect((await upstream.bite(right)).score).toBe(1);
});

test("code that says it validates must refuse what the schema does not allow", async () => {
  await using upstream = await hostile.json({ schema, validates: true, tier: "invalid" });
  const message = await failureOf(async () => upstream.check(right));
  expect(message).toContain("but the schema does not allow it");
});
