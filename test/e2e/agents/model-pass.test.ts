import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { streamedAnswer } from "./model-formats.ts";
import { serverUpstream, usualText } from "./model-server.ts";
import { ModelWire } from "./model-wire.ts";
import { plainAgents, streamAgents, toldBy } from "./sdk-agents.ts";

let wire: ModelWire;
/** Answers in place of the server where a test says so. */
let other: Upstream | undefined;

beforeAll(async () => {
  wire = await ModelWire.open((server) => ({
    answer: (request, signal) => (other ?? serverUpstream(server.origin)).answer(request, signal),
  }));
});

afterAll(async () => {
  await wire.close();
});

test.each(["chat-completions", "responses", "messages"] as const)(
  "the first piece of %s is with the agent before the second one exists",
  async (protocol) => {
    wire.begin([]);
    const frames = streamedAnswer(protocol, { text: usualText }).map((frame) => Buffer.from(frame));
    let receive = (): void => {};
    other = streamUpstream(async function* () {
      for (const frame of frames) {
        const received = new Promise<void>((resolve) => (receive = resolve));
        yield frame;
        await received; // nothing more is made until the agent has this one
      }
    });
    const response = await post(protocol === "messages" ? "anthropic" : "openai", paths[protocol]);
    const pieces: string[] = [];
    for await (const piece of bodyOf(response)) {
      pieces.push(Buffer.from(piece).toString());
      receive();
    }
    other = undefined;
    expect(pieces).toEqual(frames.map(String));
    expect(wire.events("model-answer")[0]).toMatchObject({ text: usualText, isWhole: true });
  },
);

test("the head of a stream leaves with its first piece, or alone where there is none", async () => {
  wire.begin([]);
  for (const isHere of [true, false]) {
    let goOn = (): void => {};
    const later = new Promise<void>((resolve) => (goOn = resolve));
    other = streamUpstream(async function* () {
      if (!isHere) await later;
      yield Buffer.from("data: {}\n\n");
      if (isHere) await later;
    });
    const { host, hostname, pathname, port } = new URL(wire.hub.urlFor("main", "openai"));
    const socket = connect(Number(port), hostname);
    const body = JSON.stringify({ model: "m", stream: true, messages: [] });
    const start = `POST ${pathname}/v1/chat/completions HTTP/1.1\r\nhost: ${host}`;
    socket.write(`${start}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString().startsWith("HTTP/1.1 200")).toBe(true);
    expect(first.includes("data: {}")).toBe(isHere);
    goOn();
    socket.resume();
    await once(socket, "close");
  }
  other = undefined;
});

test("when the agent goes away, whoever answers is told", async () => {
  wire.begin([]);
  const gone = new Promise<void>((resolve) => {
    other = {
      answer: (_request, signal) => {
        signal.addEventListener("abort", () => resolve());
        const body = (async function* () {
          yield Buffer.from(": wait\n\n");
          await once(signal, "abort");
        })();
        return Promise.resolve({ status: 200, headers: eventStream, body });
      },
    };
  });
  const leaving = new AbortController();
  const response = await post("openai", paths["chat-completions"], { signal: leaving.signal });
  expect(response.status).toBe(200);
  leaving.abort();
  await gone;
  other = undefined;
});

test("an answer that breaks upstream breaks for the agent, and is not whole", async () => {
  wire.begin([]);
  other = streamUpstream(async function* () {
    yield Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n');
    await Promise.resolve();
    throw new Error("gone");
  });
  const response = await post("openai", paths["chat-completions"]);
  await expect(response.text()).rejects.toThrow("terminated");
  other = undefined;
  await vi.waitFor(() => {
    expect(wire.events("model-answer")[0]).toMatchObject({ text: "Hel", isWhole: false });
  });
});

test("a provider that cannot be reached is a 502 in its own format", async () => {
  wire.begin([]);
  other = { answer: () => Promise.reject(new Error("connect ECONNREFUSED")) };
  const response = await post("anthropic", paths.messages);
  other = undefined;
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ type: "error", error: { type: "api_error" } });
  expect(wire.events("model-answer")[0]).toMatchObject({ status: 502 });
});

test("what is no question to a model passes untouched and strikes nothing", async () => {
  const scope = wire.begin([{ id: "f", layer: "llm", trigger: {}, mode: "server_error" }]);
  const counted = await post("anthropic", "/v1/messages/count_tokens?beta=true");
  expect(await counted.json()).toEqual({
    other: "/v1/messages/count_tokens?beta=true",
    method: "POST",
  });
  const models = await fetch(`${wire.openaiUrl}/models`);
  expect(models.headers.get("x-other")).toBe("yes");
  expect(await models.json()).toEqual({ other: "/v1/models", method: "GET" });
  const thread = await post("openai", "/v1/threads/t1/messages");
  expect(await thread.json()).toEqual({ other: "/v1/threads/t1/messages", method: "POST" });
  expect(scope.journal.events).toEqual([]);
});

test("keys of a request reach the provider and never the journal", async () => {
  wire.begin([]);
  wire.server.says = () => ({ text: "Your key is key-of-a-test, keep it." });
  for (const agent of [...plainAgents, ...streamAgents]) await toldBy(agent, wire);
  const headers = wire.server.questions[0]?.headers;
  expect(headers?.authorization).toBe("Bearer key-of-a-test");
  expect(JSON.stringify(wire.scope.journal.events)).not.toContain("key-of-a-test");
  expect(wire.events("model-answer")[0]?.text).toBe("Your key is [secret], keep it.");
});

test("nobody is asked for an answer that could not be read while it passes", async () => {
  wire.begin([]);
  let asked: Readonly<Record<string, string>> = {};
  other = {
    answer: (request, signal) => {
      asked = request.headers;
      return serverUpstream(wire.server.origin).answer(request, signal);
    },
  };
  const headers = { "accept-encoding": "gzip", "x-mine": "stays" };
  const response = await post("openai", paths["chat-completions"], { headers });
  await response.text();
  other = undefined;
  expect(asked["x-mine"]).toBe("stays");
  expect(Object.keys(asked)).not.toContain("accept-encoding");
  expect(Object.keys(asked)).not.toContain("content-length");
});

test("a question of more than 32 MiB is refused", async () => {
  wire.begin([]);
  const response = await post("openai", paths.responses, {
    body: Buffer.alloc(33 * 1_048_576, " "),
  });
  expect(response.status).toBe(413);
});

// --- inside ---

const paths = {
  "chat-completions": "/v1/chat/completions",
  responses: "/v1/responses",
  messages: "/v1/messages",
} as const;

const eventStream = { "content-type": "text/event-stream" };

function streamUpstream(body: () => AsyncIterable<Uint8Array>): Upstream {
  return {
    answer: () => Promise.resolve({ status: 200, headers: eventStream, body: body() }),
  };
}

function post(route: string, path: string, init: RequestInit = {}): Promise<Response> {
  const body = JSON.stringify({ model: "m", stream: true, messages: [], input: "q" });
  return fetch(wire.hub.urlFor("main", route) + path, { method: "POST", body, ...init });
}

function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  expect(response.body).not.toBeNull();
  return response.body ?? new ReadableStream<Uint8Array>();
}
