import { expect, test } from "vitest";
import type { Upstream } from "../../world/wires/upstream.ts";
import { ChosenUpstream } from "./chosen-upstream.ts";

const request = {
  agent: "a",
  to: "openai",
  method: "POST",
  path: "/v1/models",
  headers: {},
  body: new Uint8Array(),
};
const gone: Upstream = { answer: () => Promise.reject(new Error("nobody is there")) };

test("a question without an answer is told until another conversation begins", async () => {
  const chosen = new ChosenUpstream(gone);
  const { signal } = new AbortController();
  await expect(chosen.answer(request, signal)).rejects.toThrow("nobody is there");
  expect(chosen.unanswered).toBe("nobody is there");
  chosen.choose(undefined);
  expect(chosen.unanswered).toBeUndefined();
});

test("an agent that goes away is no question without an answer", async () => {
  const chosen = new ChosenUpstream(gone);
  await expect(chosen.answer(request, AbortSignal.abort())).rejects.toThrow("nobody is there");
  expect(chosen.unanswered).toBeUndefined();
});
