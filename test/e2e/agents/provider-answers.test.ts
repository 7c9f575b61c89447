import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { providerUpstream } from "../../../src/world/wires/upstream/provider-upstream.ts";

const question = { agent: "a", to: "openai", method: "POST", path: "/", headers: {} };
const asked = { ...question, body: Buffer.from("{}") };
const { signal: never } = new AbortController();

let askedCount = 0;
let connectionsCount = 0;
const server = createServer((_, response) => {
  askedCount += 1;
  response.writeHead(200, { "content-type": "application/json" });
  response.end("all");
}).on("connection", () => (connectionsCount += 1));
let upstream: Upstream;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  upstream = providerUpstream({ openai: `http://127.0.0.1:${port}` });
});

beforeEach(() => {
  askedCount = 0;
});

afterAll(async () => {
  server.close().closeAllConnections();
  await once(server, "close");
});

test("an answer that came at once is over with its last piece, and can pass at once", async () => {
  const { body } = await upstream.answer(asked, never);
  let hasTurned = false;
  process.nextTick(() => (hasTurned = true));
  const pieces = body[Symbol.asyncIterator]();
  expect(String((await pieces.next()).value)).toBe("all");
  expect((await pieces.next()).done).toBe(true);
  expect(hasTurned).toBe(false);
});

test("an agent that has gone asks nobody any more", async () => {
  await expect(upstream.answer(asked, AbortSignal.abort())).rejects.toThrow("aborted");
  await upstream.answer(asked, never);
  expect(askedCount).toBe(1);
});

test("questions share a connection, and an agent that leaves later does not end it", async () => {
  connectionsCount = 0;
  for (let at = 0; at < 5; at++) {
    const leaving = new AbortController();
    const { body } = await upstream.answer(asked, leaving.signal);
    for await (const piece of body) expect(String(piece)).toBe("all");
    await new Promise((resolve) => setImmediate(resolve));
    leaving.abort();
  }
  expect({ askedCount, connectionsCount }).toEqual({ askedCount: 5, connectionsCount: 1 });
});
