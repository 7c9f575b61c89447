import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { prepareNet } from "./install-net.ts";
import { plainRequest } from "./plain-request.ts";

interface LaterResponse extends Response {
  letters(separator: string): Promise<string>;
  readonly hasBody: boolean;
}

beforeAll(async () => {
  // As `textStream` in Node 26: what this version does not know of.
  Object.defineProperties(Response.prototype, {
    letters: {
      configurable: true,
      async value(this: Response, separator: string) {
        return (await this.text()).replaceAll("", separator);
      },
    },
    hasBody: {
      configurable: true,
      get(this: Response): boolean {
        return this.body !== null;
      },
    },
  });
  seededWorld();
  await prepareNet();
});

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** With an option that says what holds anyway, undici makes the request. */
const byUndici: RequestInit = { redirect: "follow" };

const answers: Record<string, http.RequestListener> = {
  "/told": (request, response) => {
    response.setHeader("set-cookie", ["a=1", "b=2"]).setHeader("X-Odd", "caf\u{e9}");
    response.writeHead(201, "Made It").end(JSON.stringify([request.method, request.rawHeaders]));
  },
  "/echo": (request, response) => void request.pipe(response),
  "/form": (_, response) => {
    response.setHeader("content-type", "application/x-www-form-urlencoded").end("a=1&b=2");
  },
  "/parts": (_, response) => {
    response.write("\u{feff}one ");
    setTimeout(() => response.end("two"), 10);
  },
  "/none": (_, response) => void response.writeHead(204).end(),
  "/unchanged": (_, response) => void response.writeHead(304).end(),
  "/zipped": (_, response) => {
    response.setHeader("content-encoding", "gzip").end(gzipSync("small"));
  },
  "/moved": (_, response) => void response.writeHead(302, { location: "/told" }).end("away"),
  "/kept": (_, response) => void response.writeHead(307, { location: "/echo" }).end(),
  "/choice": (_, response) => void response.writeHead(300).end("choose"),
  "/hints": (_, response) => {
    response.writeEarlyHints({ link: "</a>; rel=preload" });
    response.end("hinted");
  },
  "/silent": (request) => void request.socket.destroy(),
  "/broken": (_, response) => {
    response.writeHead(200, { "content-length": 100 }).write("begun");
    setTimeout(() => response.destroy(), 10);
  },
  "/big": (_, response) => void response.end("x".repeat(900_000)),
};

async function listening(): Promise<string> {
  const server = http.createServer((request, response) =>
    answers[request.url ?? ""]?.(request, response),
  );
  await once(server.listen(0), "listening");
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

function toldBy(response: Response): unknown[] {
  const { status, ok, statusText, type, url, redirected, headers, bodyUsed } = response;
  return [status, ok, statusText, type, url, redirected, [...headers], bodyUsed];
}

async function failureOf(action: () => unknown): Promise<unknown> {
  try {
    return ["no error", await action()];
  } catch (thrown) {
    const { name, message, cause } = thrown as Error;
    const { code, message: why } = (cause ?? {}) as Error & { code?: string };
    return [name, message, code, why];
  }
}

/** Each is done twice, by undici and without it; what it sees must be the same. */
const cases: Record<string, (ask: Ask) => unknown> = {
  "a request without a body": async (ask) => {
    const response = await ask("/told");
    return [toldBy(response), await response.text(), response.bodyUsed];
  },
  "a body of text": async (ask) => (await ask("/told", { method: "POST", body: "é" })).json(),
  "a body of bytes": async (ask) =>
    (await ask("/told", { method: "PUT", body: new Uint8Array(3) })).json(),
  "no body where one is usual": async (ask) => (await ask("/told", { method: "POST" })).json(),
  "headers of its own": async (ask) => {
    const headers = { "Content-Type": "application/json", accept: "a/b", "X-Mine": "1  2" };
    return (await ask("/told", { method: "PATCH", headers, body: "{}" })).json();
  },
  "an answer as bytes": async (ask) => {
    const response = await ask("/echo", { method: "POST", body: "abc" });
    return [...new Uint8Array(await response.arrayBuffer())];
  },
  "an answer as a blob": async (ask) => {
    const blob = await (await ask("/form")).blob();
    return [blob.type, await blob.text()];
  },
  "an answer as a form": async (ask) => [...(await (await ask("/form")).formData())],
  "an answer as a later Node may give it": async (ask) => {
    const response = (await ask("/parts")) as LaterResponse;
    return [response.hasBody, await response.letters("-"), response.bodyUsed];
  },
  "an answer in parts": async (ask) => (await ask("/parts")).text(),
  "a stream of an answer": async (ask) => {
    const response = await ask("/parts");
    const chunks: unknown[] = [];
    for await (const chunk of response.body ?? []) chunks.push([chunk.constructor.name, ...chunk]);
    return [chunks, response.bodyUsed, await failureOf(() => response.text())];
  },
  "a reader that leaves": async (ask) => {
    const response = await ask("/parts");
    await response.body?.cancel();
    return [response.bodyUsed, await failureOf(() => response.text())];
  },
  "an answer that is copied": async (ask) => {
    const response = await ask("/parts");
    const copy = response.clone();
    return [toldBy(copy), await copy.text(), await response.text(), copy.bodyUsed];
  },
  "an answer that is read twice": async (ask) => {
    const response = await ask("/parts");
    const first = response.text();
    const second = await failureOf(() => response.json());
    return [await first, second, await failureOf(() => response.clone()), response.bodyUsed];
  },
  "an answer that is not JSON": async (ask) => failureOf(async () => (await ask("/parts")).json()),
  "headers that are changed": async (ask) => {
    const { headers } = await ask("/told");
    const changes = [
      () => headers.append("a", "b"),
      () => headers.set("a", "b"),
      () => headers.delete("date"),
    ];
    return [await Promise.all(changes.map(failureOf)), headers.getSetCookie()];
  },
  "what it looks like": async (ask) => {
    const response = await ask("/told");
    const { constructor } = response;
    const isOne = response instanceof Response && response.headers instanceof Headers;
    const again = new Response(response.body, response);
    return [
      inspect(response),
      Object.prototype.toString.call(response),
      constructor === Response,
      isOne,
      toldBy(again),
    ];
  },
  "a head alone": async (ask) => {
    const response = await ask("/told", { method: "HEAD" });
    return [toldBy(response), response.body, await response.text(), response.bodyUsed];
  },
  "an answer without a body": async (ask) => {
    const responses = [await ask("/none"), await ask("/unchanged")];
    const read = async (response: Response): Promise<unknown> => [
      toldBy(response),
      response.body,
      await response.text(),
      await failureOf(() => response.json()),
      response.clone().status,
    ];
    return Promise.all(responses.map(read));
  },
  "a compressed answer": async (ask) => (await ask("/zipped")).text(),
  "a redirect": async (ask) => {
    const response = await ask("/moved", { method: "POST", body: "x" });
    return [toldBy(response), await response.json()];
  },
  "a redirect that keeps the body": async (ask) => {
    const response = await ask("/kept", { method: "POST", body: "kept" });
    return [toldBy(response), await response.text()];
  },
  "a choice": async (ask) => {
    const response = await ask("/choice");
    return [toldBy(response), await response.text()];
  },
  "an early hint": async (ask) => (await ask("/hints")).text(),
  "no answer": (ask) => failureOf(() => ask("/silent")),
  "half of an answer": async (ask) => {
    const response = await ask("/broken");
    return [response.status, await failureOf(() => response.text())];
  },
  "half of a stream": async (ask) => {
    const response = await ask("/broken");
    const chunks: string[] = [];
    const failure = await failureOf(async () => {
      for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    });
    return [chunks, failure];
  },
  "a big answer that is read late": async (ask) => {
    const response = await ask("/big");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return (await response.text()).length;
  },
};

test.each(Object.entries(cases))("%s is the same as undici's", async (_, take) => {
  const seen = (more: RequestInit): Promise<unknown> =>
    inWorld(async () => {
      const url = await listening();
      return take((path, init) => fetch(url + path, { ...init, ...more }));
    });
  const plain = await seen({});
  expect(plain).toEqual(await seen(byUndici));
});

test("what is more than an address, a method, headers and bytes is left to undici", () => {
  const url = "http://localhost:30000/";
  const isPlain = (input: unknown, init?: unknown): boolean =>
    plainRequest(input, init) !== undefined;
  expect(isPlain(url)).toBe(true);
  expect(isPlain(new URL(url), { method: "POST", body: "x", headers: { a: "b" } })).toBe(true);
  const others: [unknown, unknown?][] = [
    [new Request(url)],
    ["http://a:b@localhost:30000/"],
    ["http://localhost:6000/"],
    [`${url}#there`],
    ["nowhere"],
    [url, byUndici],
    [url, { signal: AbortSignal.abort() }],
    [url, { body: "x" }],
    [url, { method: "post" }],
    [url, { method: "POST", body: new URLSearchParams("a=b") }],
    [url, { headers: new Headers() }],
    [url, { headers: { a: "1", A: "2" } }],
    [url, { headers: { a: "line\nbreak" } }],
    [url, { headers: { host: "other" } }],
  ];
  expect(others.filter(([input, init]) => isPlain(input, init))).toEqual([]);
});

test("a way to read that the program put in place is used", async () => {
  const own = Object.getOwnPropertyDescriptor(Response.prototype, "text");
  const seen = await inWorld(async () => {
    const url = await listening();
    Object.assign(Response.prototype, { text: () => Promise.resolve("mine") });
    try {
      return await (await fetch(`${url}/told`)).text();
    } finally {
      Object.defineProperty(Response.prototype, "text", own ?? {});
    }
  });
  expect(seen).toBe("mine");
});
