import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { beforeAll, describe, expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { prepareNet } from "./install-net.ts";
import { serve } from "./serve.ts";

beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

describe("TLS, which is plain", () => {
  test("https servers and clients know each other, and say that they are secure", async () => {
    const seen = await inWorld(async () => {
      const server = https.createServer((request, response) => {
        response.end(String((request.socket as tls.TLSSocket).encrypted));
      });
      server.listen(0);
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const text = await (await fetch(`https://localhost:${port}`)).text();
      const request = https.get({ port, host: "localhost" });
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      const { authorized, alpnProtocol } = request.socket as tls.TLSSocket;
      return [text, response.statusCode, authorized, alpnProtocol];
    });
    expect(seen).toEqual(["true", 200, true, false]);
  });

  test("a plain server does not understand it, and the other way round", async () => {
    const seen = await inWorld(async (world) => {
      serve(world, "http://plain.example:81", () => new Response("ok"));
      serve(world, "https://secure.example:444", () => new Response("ok"));
      const causes: unknown[] = [];
      for (const url of ["https://plain.example:81", "http://secure.example:444"]) {
        const error = await fetch(url).catch((thrown: unknown) => thrown as Error);
        causes.push(((error as Error).cause as { code?: string }).code);
      }
      return causes;
    });
    expect(seen).toEqual(["EPROTO", "ECONNRESET"]);
  });

  test("sockets emit secureConnect", async () => {
    const seen = await inWorld(async () => {
      const server = tls.createServer((socket) => socket.end("secret")).listen(8443);
      await once(server, "listening");
      const socket = tls.connect({ port: 8443, servername: "a.example" });
      await once(socket, "secureConnect");
      const [chunk] = (await once(socket, "data")) as [Buffer];
      return [chunk.toString(), socket.getProtocol(), socket.encrypted];
    });
    expect(seen).toEqual(["secret", "TLSv1.3", true]);
  });
});

describe("other protocols", () => {
  test("an upgrade over node:http works, as the package ws does it", async () => {
    const seen = await inWorld(async () => {
      const server = http.createServer().listen(8080);
      server.on("upgrade", (_request, socket) => {
        socket.write(
          "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
        );
        socket.on("data", (chunk: Buffer) => socket.end(chunk.toString().toUpperCase()));
      });
      await once(server, "listening");
      const headers = { connection: "Upgrade", upgrade: "x" };
      const request = http.get({ port: 8080, headers });
      const [, socket] = (await once(request, "upgrade")) as [
        unknown,
        http.ClientRequest["socket"],
      ];
      if (socket === null) return "none";
      socket.write("shout");
      const [chunk] = (await once(socket, "data")) as [Buffer];
      return chunk.toString();
    });
    expect(seen).toBe("SHOUT");
  });
});

test("a callback sees the AsyncLocalStorage of whoever asked", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen = await inWorld(async (world) => {
    const listener: http.RequestListener = (_request, response) => {
      response.end(storage.getStore() ?? "nothing");
    };
    serve(world, "http://a.example", listener);
    serve(world, "http://b.example", () => new Response(storage.getStore() ?? "nothing"));
    const ask = (url: string) =>
      storage.run(`asks ${url}`, async () => {
        const text = await (await fetch(url)).text();
        const [response] = (await storage.run("get", () => once(http.get(url), "response"))) as [
          http.IncomingMessage,
        ];
        response.resume();
        return [text, storage.getStore()];
      });
    return Promise.all(["http://a.example", "http://b.example"].map(ask));
  });
  expect(seen).toEqual([
    ["nothing", "asks http://a.example"],
    ["nothing", "asks http://b.example"],
  ]);
});

test("outside of a run fetch and servers are real", async () => {
  const server = http.createServer((_request, response) => response.end("real")).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`);
  const text = await response.text();
  server.close();
  server.closeAllConnections();
  const year = new Date(response.headers.get("date") ?? 0).getFullYear();
  expect([text, year]).toEqual(["real", new Date().getFullYear()]);
});
