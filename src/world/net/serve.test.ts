import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { prepareNet } from "./install-net.ts";
import { serve } from "./serve.ts";

beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

describe("mounted handlers", () => {
  test("of fetch's kind answer fetch, streams and errors included", async () => {
    const seen = await inWorld(async (world) => {
      serve(world, "https://rates.example", (request) => {
        if (request.method === "POST") return new Response(request.body, { status: 201 });
        if (request.url.endsWith("/old"))
          return Response.redirect("https://rates.example/new", 302);
        return Response.json({ url: request.url });
      });
      const got = await fetch("https://rates.example/x");
      const posted = await fetch("https://rates.example/", { method: "POST", body: "ping" });
      const moved = await fetch("https://rates.example/old");
      const type = got.headers.get("content-type");
      return [await got.json(), type, posted.status, await posted.text(), await moved.json()];
    });
    expect(seen).toEqual([
      { url: "https://rates.example/x" },
      "application/json",
      201,
      "ping",
      { url: "https://rates.example/new" },
    ]);
  });

  test("of fetch's kind see that fetch was aborted, before the answer and within it", async () => {
    const seen = await inWorld(async (world) => {
      const events: string[] = [];
      serve(world, "https://slow.example", (request) => {
        request.signal.addEventListener("abort", () => events.push(`gone ${request.url}`));
        if (request.url.endsWith("/never")) return new Promise(() => {});
        const cancel = (): void => void events.push("cancelled");
        return new Response(
          new ReadableStream({ cancel, start: (to) => to.enqueue(Buffer.from("part")) }),
        );
      });
      for (const path of ["never", "part"]) {
        const asked = fetch(`https://slow.example/${path}`, { signal: AbortSignal.timeout(100) });
        const thrown = await asked.then((answer) => answer.text()).catch((error: unknown) => error);
        events.push((thrown as Error).name);
      }
      return events;
    });
    expect(seen).toEqual([
      "gone https://slow.example/never",
      "TimeoutError",
      "gone https://slow.example/part",
      "cancelled",
      "TimeoutError",
    ]);
  });

  test("of fetch's kind answer node:https, too", async () => {
    const seen = await inWorld(async (world) => {
      serve(world, "https://rates.example", async (request) => {
        return new Response(`${request.method} ${request.url} ${await request.text()}`);
      });
      const request = https.request("https://rates.example/a", { method: "PUT" });
      request.end("body");
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      return [response.statusCode, await text(response)];
    });
    expect(seen).toEqual([200, "PUT https://rates.example/a body"]);
  });

  test("of Node's kind, and servers, answer by their names", async () => {
    const seen = await inWorld(async (world) => {
      const listener: http.RequestListener = (request, response) => {
        response.end(`a ${"encrypted" in request.socket}`);
      };
      serve(world, "https://a.example", listener);
      serve(
        world,
        "http://b.example:8080",
        http.createServer((_, response) => response.end("b")),
      );
      const urls = ["https://a.example", "http://b.example:8080"];
      return Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    });
    expect(seen).toEqual(["a true", "b"]);
  });

  test("are mounted once, as a whole", async () => {
    const mount = (url: string) => inWorld((world) => serve(world, url, () => new Response()));
    await expect(mount("rates.example")).rejects.toThrow("it is not an address of the form");
    await expect(mount("http://rates.example/v1")).rejects.toThrow("without a path");
  });
});
