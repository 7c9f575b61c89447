import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { prepareNet } from "./install-net.ts";

beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

async function listening(listener: http.RequestListener): Promise<[http.Server, string]> {
  const server = http.createServer(listener).listen(0);
  await once(server, "listening");
  return [server, `http://localhost:${(server.address() as AddressInfo).port}`];
}

async function bodyOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += chunk.toString();
  return text;
}

describe("fetch and a server of the same run", () => {
  test("know each other; the date is that of the run", async () => {
    const seen = await inWorld(async () => {
      const [, url] = await listening((request, response) => response.end(`you: ${request.url}`));
      const response = await fetch(`${url}/there?a=1`);
      return [response.status, await response.text(), response.headers.get("date"), url];
    });
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    expect(seen).toEqual([200, "you: /there?a=1", date, "http://localhost:30000"]);
  });

  test("send bodies both ways, in chunks", async () => {
    const seen = await inWorld(async () => {
      const [, url] = await listening((request, response) => {
        response.setHeader("x-type", request.headers["content-type"] ?? "none");
        request.pipe(response);
      });
      const big = "x".repeat(700_000);
      const whole = await fetch(url, { method: "POST", body: big });
      const body = ReadableStream.from([Buffer.from("one "), Buffer.from("two")]);
      const parts = await fetch(url, { method: "POST", body, duplex: "half" });
      return [(await whole.text()) === big, whole.headers.get("x-type"), await parts.text()];
    });
    expect(seen).toEqual([true, "text/plain;charset=UTF-8", "one two"]);
  });

  test("use one connection for one request after the other", async () => {
    const ports = await inWorld(async () => {
      const [, url] = await listening((request, response) => {
        response.end(String(request.socket.remotePort));
      });
      const first = await (await fetch(url)).text();
      const second = await (await fetch(url)).text();
      const together = await Promise.all([fetch(url), fetch(url)]);
      return [first, second, ...(await Promise.all(together.map((answer) => answer.text())))];
    });
    expect(ports).toEqual(["49152", "49152", "49152", "49153"]);
  });

  test("stream events as they come", async () => {
    const seen = await inWorld(async (world) => {
      const [, url] = await listening((_request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        let count = 0;
        const timer = setInterval(() => {
          response.write(`data: ${++count}\n\n`);
          if (count === 3) response.end(clearInterval(timer) as undefined);
        }, 1_000);
      });
      const response = await fetch(url);
      const events: [string, number][] = [];
      for await (const chunk of response.body ?? []) {
        events.push([Buffer.from(chunk).toString(), Math.floor(world.nowUs / 1_000_000)]);
      }
      return events;
    });
    expect(seen).toEqual([
      ["data: 1\n\n", 1],
      ["data: 2\n\n", 2],
      ["data: 3\n\n", 3],
    ]);
  });

  test("part when fetch is aborted, and the server sees it", async () => {
    const seen = await inWorld(async (world) => {
      let closed = "open";
      const [, url] = await listening((_request, response) => {
        response.on("close", () => (closed = `closed, finished: ${response.writableFinished}`));
        response.write("some");
      });
      const signal = AbortSignal.timeout(500);
      const response = await fetch(url, { signal });
      const thrown = (await thrownBy(() => response.text())) as { name: string };
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [thrown.name, closed, Math.floor(world.nowUs / 100_000)];
    });
    expect(seen).toEqual(["TimeoutError", "closed, finished: false", 6]);
  });

  test("follow redirects", async () => {
    const seen = await inWorld(async () => {
      const [, url] = await listening((request, response) => {
        if (request.url === "/there") return response.end("arrived");
        return response.writeHead(302, { location: "/there" }).end();
      });
      const response = await fetch(`${url}/here`);
      return [response.url, response.redirected, await response.text()];
    });
    expect(seen).toEqual(["http://localhost:30000/there", true, "arrived"]);
  });
});

describe("what cannot be reached", () => {
  const causeOf = async (url: string): Promise<unknown> => {
    const failure = await fetch(url).catch((error: unknown) => error);
    const { name, message, cause } = failure as TypeError;
    return { name, message, cause: { ...(cause as object) }, why: (cause as Error).message };
  };

  test("is refused by a host that is known", async () => {
    expect(await inWorld(() => causeOf("http://127.0.0.1:9999"))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      why: "connect ECONNREFUSED 127.0.0.1:9999",
      cause: {
        errno: -111,
        code: "ECONNREFUSED",
        syscall: "connect",
        address: "127.0.0.1",
        port: 9999,
      },
    });
  });

  test("is not found by an unknown name", async () => {
    expect(await inWorld(() => causeOf("https://nobody.example"))).toEqual({
      name: "TypeError",
      message: "fetch failed",
      why: "getaddrinfo ENOTFOUND nobody.example",
      cause: {
        errno: -3008,
        code: "ENOTFOUND",
        syscall: "getaddrinfo",
        hostname: "nobody.example",
      },
    });
  });

  test("breaks off when the server does", async () => {
    const seen = await inWorld(async () => {
      const [, url] = await listening((request) => request.socket.destroy());
      return causeOf(url);
    });
    expect(seen).toMatchObject({ why: "other side closed", cause: { code: "UND_ERR_SOCKET" } });
  });
});

describe("node:http clients", () => {
  test("keep their connections in an agent, but not from run to run", async () => {
    const agent = new http.Agent({ keepAlive: true });
    const run = () =>
      inWorld(async () => {
        const [, url] = await listening((request, response) => {
          response.end(String(request.socket.remotePort));
        });
        const ports: string[] = [];
        for (let count = 0; count < 3; count++) {
          const [response] = await once(http.get(url, { agent }), "response");
          ports.push(await bodyOf(response as http.IncomingMessage));
        }
        return ports;
      });
    expect(await run()).toEqual(["49152", "49152", "49152"]);
    expect(await run()).toEqual(["49152", "49152", "49152"]);
  });

  test("time out in virtual time", async () => {
    const seen = await inWorld(async (world) => {
      const [, url] = await listening(() => {});
      const request = http.get(url, { timeout: 2_000 });
      request.on("timeout", () => request.destroy(new Error("too late")));
      const [error] = (await once(request, "close").catch((thrown: unknown) => [thrown])) as [
        Error,
      ];
      return [error.message, Math.floor(world.nowUs / 1_000_000)];
    });
    expect(seen).toEqual(["too late", 2]);
  });

  test("an idle connection is closed by its server in virtual time", async () => {
    const seen = await inWorld(async (world) => {
      const [server, url] = await listening((_request, response) => response.end("ok"));
      await (await fetch(url)).text();
      const count = () =>
        new Promise((resolve) => server.getConnections((_error, open) => resolve(open)));
      const before = await count();
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      return [before, await count(), world.nowUs >= 10_000_000];
    });
    expect(seen).toEqual([1, 0, true]);
  });

  test("a server closes when its connections are gone", async () => {
    const seen = await inWorld(async () => {
      const [server, url] = await listening((_request, response) => response.end("ok"));
      await (await fetch(url)).text();
      server.close();
      await once(server, "close");
      return [server.listening, server.address(), await thrownBy(() => fetch(url))];
    });
    expect(seen).toMatchObject([false, null, { message: "fetch failed" }]);
  });
});
