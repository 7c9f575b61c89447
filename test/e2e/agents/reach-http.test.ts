import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openAgent } from "../../../src/subject/agents/index.ts";
import { agentConfig, how, noWires } from "./agent-config.ts";

test("a prompt with quotes and line ends arrives as it is, and the answer is found", async () => {
  const seen: unknown[] = [];
  const endpoint = await served(async (request, response) => {
    seen.push(JSON.parse(await bodyOf(request)), request.headers["authorization"], request.url);
    reply(response, { choices: [{ message: { content: "fine" } }] });
  });
  vary("REACH_TOKEN", "t0k");
  const agent = await openAgent(
    agentConfig({
      type: "http",
      endpoint: `${endpoint}/ask`,
      headers: { Authorization: "Bearer ${REACH_TOKEN}" },
      query: { s: "{session}" },
      template: { messages: [{ content: "{prompt}" }], id: "{session}" },
      responsePath: "$.choices[0].message.content",
    }),
    noWires,
  );
  const prompt = 'say "hi"\n\u2028 {session} \\';
  expect(await agent.ask({ prompt }, how())).toMatchObject({ text: "fine", status: 200 });
  expect(seen).toEqual([
    { messages: [{ content: prompt }], id: "s-1" },
    "Bearer t0k",
    "/ask?s=s-1",
  ]);
});

test("earlier turns are asked for real, in order, in the same session", async () => {
  const turns: unknown[] = [];
  const endpoint = await served(async (request, response) => {
    const turn = JSON.parse(await bodyOf(request)) as { q: string };
    turns.push(turn);
    reply(response, { output: `re ${turn.q}` });
  });
  const template = { q: "{prompt}", id: "{session}", so_far: "{history}" };
  const agent = await openAgent(agentConfig({ type: "http", endpoint, template }), noWires);
  const answer = await agent.ask({ prompt: "c", history: ["a", "b"] }, how());
  expect(answer.text).toBe("re c");
  expect(turns).toMatchObject([{ q: "a" }, { q: "b" }, { q: "c", id: "s-1" }]);
  expect(turns[2]).toMatchObject({
    so_far: [
      { role: "user", content: "a" },
      { role: "assistant", content: "re a" },
      { role: "user", content: "b" },
      { role: "assistant", content: "re b" },
    ],
  });
});

test("what is changed about a request really stands on the wire", async () => {
  const seen: { raw: string[]; url: string; method: string; body: string }[] = [];
  const endpoint = await served(async (request, response) => {
    const body = await bodyOf(request);
    const { rawHeaders: raw, url = "", method = "" } = request;
    seen.push({ raw, url, method, body });
    reply(response, { output: String(seen.length) });
  });
  const agent = await openAgent(agentConfig({ type: "http", endpoint }), noWires);
  const request = {
    headers: [
      ["X-Twice", "a"],
      ["X-Twice", "b"],
    ],
    query: [
      ["q", "1"],
      ["q", "2"],
    ],
    method: "PUT",
    contentType: "text/xml",
    padBytes: 10,
    pieces: { count: 3, pauseMs: 1 },
    copies: 2,
  } as const;
  await agent.ask({ prompt: "x", request }, how());
  expect(seen).toHaveLength(2);
  const [first] = seen;
  expect(first).toMatchObject({ url: "/?q=1&q=2", method: "PUT" });
  expect(first?.body).toBe(`{${" ".repeat(10)}"input":"x"}`);
  expect(valuesOf(first?.raw ?? [], "x-twice")).toEqual(["a", "b"]);
  expect(valuesOf(first?.raw ?? [], "content-type")).toEqual(["text/xml"]);
});

test("a client without patience goes away and asks once more", async () => {
  let calls = 0;
  const gone: Promise<unknown>[] = [];
  const endpoint = await served((request, response) => {
    calls += 1;
    if (calls === 1) gone.push(once(request.socket, "close"));
    else reply(response, { output: "second" });
  });
  const agent = await openAgent(agentConfig({ type: "http", endpoint }), noWires);
  const answer = await agent.ask({ prompt: "x", request: { abandonAfterMs: 300 } }, how());
  expect(answer.text).toBe("second");
  await Promise.all(gone);
  expect(gone).toHaveLength(1);
});

test("ten megabytes are an answer that is too large, of which the beginning is kept", async () => {
  const endpoint = await served((_, response) => {
    response.end("x".repeat(10_000_000));
  });
  const agent = await openAgent(agentConfig({ type: "http", endpoint }), noWires);
  const { error, text } = await agent.ask({ prompt: "x" }, how());
  expect(error).toEqual({ kind: "too-large", message: "the answer is larger than 65536 bytes" });
  expect(text).toHaveLength(65_536);
});

test("an answer that never ends is a timeout, and what came is kept", async () => {
  const endpoint = await served((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: begun\n\n");
  });
  const agent = await openAgent(
    { ...agentConfig({ type: "http", endpoint }), timeoutMs: 500 },
    noWires,
  );
  expect(await agent.ask({ prompt: "x" }, how())).toMatchObject({
    text: "begun",
    error: { kind: "timeout", message: "the agent did not answer within 500 ms" },
  });
});

test("nobody there, a connection that breaks and an error are told apart", async () => {
  const endpoint = await served((_, response) => {
    response.writeHead(200, { "content-length": "100" });
    response.write("half");
    setImmediate(() => response.destroy());
  });
  const broken = await openAgent(agentConfig({ type: "http", endpoint }), noWires);
  expect(await broken.ask({ prompt: "x" }, how())).toMatchObject({
    text: "half",
    error: { kind: "ended" },
  });
  const free = await freeAddress();
  const away = await openAgent(agentConfig({ type: "http", endpoint: free }), noWires);
  expect(await away.ask({ prompt: "x" }, how())).toMatchObject({ error: { kind: "unreachable" } });
});

test("a reset must be answered with success, or it throws", async () => {
  let status = 204;
  const endpoint = await served((_, response) => response.writeHead(status).end());
  const reset = { kind: "endpoint", url: `${endpoint}/reset` } as const;
  const agent = await openAgent({ ...agentConfig({ type: "http", endpoint }), reset }, noWires);
  await agent.reset();
  status = 500;
  await expect(agent.reset()).rejects.toMatchObject({
    code: "A004",
    what: "`agent` could not be reset: it answered 500",
  });
});

test("a variable that is not set is told before anything is asked", async () => {
  const endpoint = "http://127.0.0.1:1/${REACH_NOT_SET}";
  await expect(openAgent(agentConfig({ type: "http", endpoint }), noWires)).rejects.toMatchObject({
    code: "A002",
    what: "the variable `REACH_NOT_SET` is not set",
    where: "[agent] endpoint",
  });
});

// --- inside ---

async function served(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const listener: RequestListener = (request, response) => void answer(request, response);
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function freeAddress(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function reply(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(data));
}

function valuesOf(raw: readonly string[], name: string): readonly string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

function vary(name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}
