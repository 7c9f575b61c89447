import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, expect, test } from "vitest";
import { FaultPlan } from "../../../src/kernel/agent/fault-plan.ts";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import type { Upstream, UpstreamRequest } from "../../../src/world/wires/upstream.ts";
import { cassetteText, parseCassette } from "../../../src/world/wires/upstream/cassette-file.ts";
import { CassetteRecorder } from "../../../src/world/wires/upstream/cassette-recorder.ts";
import { cassetteUpstream } from "../../../src/world/wires/upstream/cassette-upstream.ts";
import { parseScript } from "../../../src/world/wires/upstream/model-script.ts";
import { providerUpstream } from "../../../src/world/wires/upstream/provider-upstream.ts";
import { scriptedUpstream } from "../../../src/world/wires/upstream/scripted-upstream.ts";
import { WireScope } from "../../../src/world/wires/wire-scope.ts";
import { serveUpstream } from "./serve-upstream.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test("the provider is asked as the agent asks, and its answer comes piece by piece", async () => {
  const seen: IncomingMessage[] = [];
  const answers: ServerResponse[] = [];
  const origin = await serve((request, response) => {
    seen.push(request);
    answers.push(response);
    response.writeHead(201, { "content-type": "text/event-stream", "x-limit": "3" });
    response.write("first");
  });
  const upstream = providerUpstream({ openai: `${origin}/v1` });
  const headers = { authorization: "Bearer key", "accept-encoding": "gzip", host: "elsewhere" };
  const answer = await upstream.answer({ ...asked("/v1/x?y=1"), headers }, never);
  expect(answer).toMatchObject({ status: 201, headers: { "x-limit": "3" } });
  const pieces = answer.body[Symbol.asyncIterator]();
  // The first piece is here while the second one does not exist.
  expect(textOf(await pieces.next())).toBe("first");
  answers[0]?.end("second");
  expect(textOf(await pieces.next())).toBe("second");
  expect((await pieces.next()).done).toBe(true);
  expect(seen[0]?.url).toBe("/v1/x?y=1");
  expect(seen[0]?.headers).toMatchObject({ authorization: "Bearer key", "content-length": "2" });
  expect(seen[0]?.headers["accept-encoding"]).toBeUndefined();
  expect(seen[0]?.headers.host).toBe(origin.slice("http://".length));
});

test("an agent that goes away takes the question to the provider with it", async () => {
  const closed: Promise<unknown>[] = [];
  const origin = await serve((_, response) => {
    closed.push(once(response, "close").then(() => response.writableFinished));
    response.write("first");
  });
  const leaving = new AbortController();
  const upstream = providerUpstream({ openai: origin });
  const { body } = await upstream.answer(asked("/"), leaving.signal);
  const pieces = body[Symbol.asyncIterator]();
  await pieces.next();
  leaving.abort();
  await expect(pieces.next()).rejects.toThrow(/abort/i);
  expect(await Promise.all(closed)).toEqual([false]);
});

test("an answer that breaks off ends with an error, not as if it were whole", async () => {
  const origin = await serve((_, response) => {
    response.write("first", () => response.destroy());
  });
  const { body } = await providerUpstream({ openai: origin }).answer(asked("/"), never);
  await expect(whole(body)).rejects.toThrow("aborted");
});

test("packed answers are unpacked, so that faults and recordings can read them", async () => {
  const packed = { gzip: gzipSync("hello"), br: brotliCompressSync("hello") };
  const origin = await serve((request, response) => {
    const coding = request.url === "/br" ? "br" : "gzip";
    response.writeHead(200, { "content-encoding": coding });
    response.end(packed[coding]);
  });
  const upstream = providerUpstream({ openai: origin });
  for (const path of ["/gzip", "/br"]) {
    const { headers, body } = await upstream.answer(asked(path), never);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["content-length"]).toBeUndefined();
    expect(await whole(body)).toBe("hello");
  }
});

test("addresses are joined as they are meant", async () => {
  const origin = await serve((request, response) => response.end(request.url));
  const upstream = providerUpstream({
    bare: origin,
    v1: `${origin}/v1/`,
    tool: `${origin}/api/orders?tenant=1`,
  });
  const paths: string[] = [];
  for (const [to, path] of [
    ["bare", "/v1/responses"],
    ["v1", "/v1/responses"],
    ["tool", "/"],
    ["tool", "/?id=2"],
    ["tool", "/42"],
    ["bare", "//elsewhere.invalid/x"],
  ] as const) {
    const { body } = await upstream.answer({ ...asked(path), to }, never);
    paths.push(await whole(body));
  }
  expect(paths).toEqual([
    "/v1/responses",
    "/v1/responses",
    "/api/orders?tenant=1",
    "/api/orders?id=2",
    "/api/orders/42?tenant=1",
    "//elsewhere.invalid/x",
  ]);
  await expect(upstream.answer({ ...asked("/"), to: "none" }, never)).rejects.toMatchObject({
    code: "A035",
    what: "nobody answers for `none`",
  });
});

test("nobody there is an error that names the address without its secrets", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const upstream = providerUpstream({ openai: `http://me:secretword@127.0.0.1:${port}` });
  await expect(upstream.answer(asked("/?key=abcdef"), never)).rejects.toThrow(
    `http://127.0.0.1:${port} cannot be reached: ECONNREFUSED`,
  );
});

const script = parseScript(
  {
    rules: [
      { when: { tool_result: "look" }, say: "I saw {{result}}", chunk: 7 },
      { when: { user: "/^echo (.*)/" }, say: "$1", chunk: 5 },
      { when: { user: "look" }, call: { tool: "look", arguments: { at: "{{input}}" } }, chunk: 5 },
    ],
  },
  "model.yaml",
);

test("a recorded conversation plays back to the real clients, chunk by chunk", async () => {
  const recorder = new CassetteRecorder(scriptedUpstream(script), new SecretMask());
  const live = await talk(recorder.upstream);
  const cassette = parseCassette(cassetteText(recorder.cassette()), "c.jsonl");
  for (const match of ["strict", "loose"] as const) {
    const player = cassetteUpstream(cassette, match);
    expect(await talk(player)).toEqual(live);
    expect(player.misses).toEqual([]);
    expect(player.differences).toEqual([]);
  }
  expect(live.openai.length).toBeGreaterThan(2);
  expect(live.anthropic.join("")).toBe("Hello there");
});

test("a question that is not in the cassette is an error for the client, and a miss", async () => {
  const player = cassetteUpstream({ exchanges: [] }, "strict");
  await expect(talk(player)).rejects.toMatchObject({
    status: 599,
    message: "599 the cassette has no answer for openai POST /v1/chat/completions; none is left",
  });
  expect(player.misses).toHaveLength(1);
});

test("keys in headers, addresses, prompts and answers never reach a cassette", async () => {
  const keys = {
    header: "plain-header-key-0001",
    cookie: "cookie-value-0002",
    query: "query-key-value-0003",
    // Known to the project: it has no shape by which it could be known.
    named: "correct horse battery",
    shaped: "sk-proj-AbCdEfGhIjKlMnOpQrStUvWx",
  };
  const mask = new SecretMask();
  mask.learn(keys.named);
  const setsCookie: Upstream = {
    answer: async (request, signal) => {
      const answer = await scriptedUpstream(script).answer(request, signal);
      return { ...answer, headers: { ...answer.headers, "set-cookie": `session=${keys.cookie}` } };
    },
  };
  const recorder = new CassetteRecorder(setsCookie, mask);
  for (const isStream of [false, true]) {
    for (const path of ["/v1/chat/completions", "/v1/responses", "/v1/messages"]) {
      for (const secret of Object.values(keys)) {
        const said = { role: "user", content: `echo ${secret} and more` };
        const body = { model: "m", stream: isStream, messages: [said], input: [said] };
        const headers = {
          authorization: `Bearer ${keys.header}`,
          "x-api-key": keys.header,
          cookie: `session=${keys.cookie}`,
        };
        const answer = await recorder.upstream.answer(
          { ...asked(`${path}?key=${keys.query}`), headers, body: bytes(JSON.stringify(body)) },
          never,
        );
        expect(await whole(answer.body)).not.toContain("[secret]");
      }
    }
  }
  const text = cassetteText(recorder.cassette());
  for (const secret of Object.values(keys)) {
    expect(text).not.toContain(secret);
    // Nor in the parts of a stream: no five characters in a row as the script cuts them.
    for (const piece of secret.match(/.{5}/gu) ?? []) {
      expect(text).not.toContain(`:\\"${piece}\\"`);
    }
  }
  expect(text).toContain("[secret]");
  const plan = new FaultPlan([], { seed: 0, cell: "" });
  const scope = new WireScope({ plan, mask, canary: "", now: () => 0, directTools: [] });
  const all = Object.values(keys).join(" ");
  scope.add({ kind: "turn", agent: "a", turn: 1, input: all });
  expect(scope.journal.events).toMatchObject([{ input: Array(5).fill("[secret]").join(" ") }]);
  expect(parseCassette(text, "c.jsonl").exchanges).toHaveLength(30);
});

// --- inside ---

const { signal: never } = new AbortController();

async function serve(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asked(path: string): UpstreamRequest {
  return { agent: "a", to: "openai", method: "POST", path, headers: {}, body: bytes("{}") };
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf({ value }: IteratorResult<Uint8Array>): string {
  return Buffer.from(value as Uint8Array).toString();
}

async function whole(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** What the clients of two providers get, piece by piece. */
async function talk(upstream: Upstream): Promise<{ openai: string[]; anthropic: string[] }> {
  const served = await serveUpstream(upstream);
  closers.push(() => served.close());
  const openai = new OpenAI({ apiKey: "sk-none", baseURL: `${served.origin}/openai/v1` });
  const anthropic = new Anthropic({ apiKey: "sk-none", baseURL: `${served.origin}/anthropic` });
  const told = { openai: [] as string[], anthropic: [] as string[] };
  const look = await openai.chat.completions.create({
    model: "m",
    messages: [{ role: "user", content: "look here" }],
    stream: true,
  });
  for await (const { choices } of look) {
    const delta = choices[0]?.delta;
    told.openai.push(delta?.tool_calls?.[0]?.function?.arguments ?? delta?.content ?? "");
  }
  const echo = anthropic.messages.stream({
    model: "m",
    max_tokens: 9,
    messages: [{ role: "user", content: "echo Hello there" }],
  });
  echo.on("text", (text) => told.anthropic.push(text));
  await echo.finalMessage();
  return told;
}
