import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Fault, SeamCall } from "../../kernel/faults/fault.ts";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import { resetSeams, seamOf } from "../seam.ts";
import { prepareNet } from "./install-net.ts";
import { serve } from "./serve.ts";
import type { DataInfo } from "./wire.ts";
import { systemError } from "./system-error.ts";

beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

afterEach(resetSeams);

function strike(seam: string, how: (call: SeamCall) => unknown): void {
  const fault: Fault = { name: `a fault at ${seam}`, seam, strike: how };
  seamOf(seam).inject(fault, 0);
}

/** What a client of a mounted handler sees while the faults are on. */
function seenByFetch(text = "hello"): Promise<unknown> {
  return inWorld(async (world) => {
    serve(world, "https://rates.example", () => new Response(text));
    try {
      const response = await fetch("https://rates.example/x?y=1");
      return [response.status, await response.text(), Math.floor(world.nowUs / 1_000_000)];
    } catch (thrown) {
      return ((thrown as Error).cause as Error | undefined)?.message ?? (thrown as Error).message;
    }
  });
}

describe("world:http.request", () => {
  test("may be answered by the fault", async () => {
    const asked: unknown[] = [];
    strike("world:http.request", ({ args }) => {
      asked.push(args[0]);
      return new Response("down", { status: 503 });
    });
    expect(await seenByFetch()).toEqual([503, "down", 0]);
    expect(asked).toEqual([{ method: "GET", url: "https://rates.example/x?y=1" }]);
  });

  test("may fail, or come later", async () => {
    strike("world:http.request", () => {
      throw systemError("ECONNRESET", "read");
    });
    expect(await seenByFetch()).toBe("read ECONNRESET");
    resetSeams();
    strike("world:http.request", async (call) => {
      await call.sleep(3_000);
      return call.proceed();
    });
    expect(await seenByFetch()).toEqual([200, "hello", 3]);
  });

  test("may be answered by the server and changed on the way back", async () => {
    strike("world:http.request", async (call) => {
      const response = (await call.proceed()) as Response;
      return new Response(`${await response.text()}, changed`, { status: 202 });
    });
    expect(await seenByFetch()).toEqual([202, "hello, changed", 0]);
    resetSeams();
    const urls: string[] = [];
    strike("world:http.request", async (call) => {
      urls.push(((await call.proceed()) as Response).statusText);
      throw systemError("ECONNRESET", "read");
    });
    expect([await seenByFetch(), urls]).toEqual(["read ECONNRESET", ["OK"]]);
  });

  test("is there for node:http, too", async () => {
    strike("world:http.request", () => new Response("no", { status: 429 }));
    const status = await inWorld(async () => {
      const [response] = await once(http.get("http://any.example/"), "response");
      return (response as http.IncomingMessage).statusCode;
    });
    expect(status).toBe(429);
  });
});

describe("world:net.connect", () => {
  test("may refuse, with an error made at the call", async () => {
    strike("world:net.connect", ({ args }) => {
      const { host, port } = args[0] as { host: string; port: number };
      throw systemError("ECONNREFUSED", "connect", { address: host, port });
    });
    expect(await seenByFetch()).toBe("connect ECONNREFUSED rates.example:443");
  });
});

describe("world:net.data", () => {
  const chunkOf = (call: SeamCall): Buffer => (call.args[0] as DataInfo).chunk;
  const isAnswer = (call: SeamCall): boolean => String(chunkOf(call)).startsWith("HTTP/");

  test("may be late, and what follows waits", async () => {
    strike("world:net.data", async (call) => {
      if (isAnswer(call)) await call.sleep(2_000);
      return call.proceed();
    });
    expect(await seenByFetch()).toEqual([200, "hello", 2]);
  });

  test("may be corrupted", async () => {
    strike("world:net.data", (call) => {
      const chunk = call.proceed() as Buffer;
      return Buffer.from(chunk.toString().replace("hello", "jello"));
    });
    expect(await seenByFetch()).toEqual([200, "jello", 0]);
  });

  test("may be cut: a part arrives, and then the connection breaks", async () => {
    strike("world:net.data", (call) => {
      if (!String(chunkOf(call)).includes("hello")) return call.proceed();
      const chunk = chunkOf(call).subarray(0, chunkOf(call).indexOf(" you"));
      call.proceed([{ ...(call.args[0] as DataInfo), chunk }]);
      throw systemError("ECONNRESET", "write");
    });
    const seen = await inWorld(async (world) => {
      serve(world, "https://rates.example", () => new Response("hello, you"));
      const response = await fetch("https://rates.example");
      let text = "";
      try {
        for await (const part of response.body ?? []) text += Buffer.from(part).toString();
      } catch (thrown) {
        return [response.status, text, (thrown as Error).message];
      }
      return "all of it";
    });
    expect(seen).toEqual([200, "hello,", "terminated"]);
  });

  test("may break the connection at any chunk", async () => {
    strike("world:net.data", (call) => {
      if (isAnswer(call)) throw systemError("ECONNRESET", "write");
      return call.proceed();
    });
    expect(await seenByFetch()).toBe("read ECONNRESET");
  });
});

describe("world:dns.lookup", () => {
  test("may send to another place", async () => {
    strike("world:dns.lookup", () => [{ address: "10.9.9.9", family: 4 }]);
    expect(await seenByFetch()).toBe("connect ECONNREFUSED 10.9.9.9:443");
    const found = await inWorld(() => dns.promises.lookup("any.example"));
    expect(found).toEqual({ address: "10.9.9.9", family: 4 });
  });
});
