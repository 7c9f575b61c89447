import { describe, expect, test } from "vitest";
import { fault } from "./catalogue.ts";
import { Bench } from "./fixtures/strike.ts";

const seam = "src/rates.ts#load";

test("faults are called by their kind and what they are about", () => {
  const names = [
    fault.timeout(seam),
    fault.http({ url: "https://rates.example/*", status: 503 }),
    fault.rateLimited(seam),
    fault.connectionReset({ host: "rates.example", phase: "connect" }),
    fault.diskFull(),
    fault.permissionDenied({ path: "data/*" }),
    fault.commandExit({ command: "git", code: 128 }),
    fault.clockSkew({ ms: -5_000 }),
  ].map(({ name, seam: at }) => `${name} @ ${at}`);
  expect(names).toMatchInlineSnapshot(`
    [
      "timeout src/rates.ts#load @ src/rates.ts#load",
      "http 503 https://rates.example/* @ world:http.request",
      "rateLimited src/rates.ts#load @ src/rates.ts#load",
      "connectionReset connect rates.example @ world:net.connect",
      "diskFull @ world:fs.write",
      "permissionDenied open data/* @ world:fs.open",
      "commandExit 128 git @ world:process.spawn",
      "clockSkew -5000 ms @ world:clock.read",
    ]
  `);
});

describe("on functions", () => {
  test("a stale read answers what the same arguments got before, not others", () => {
    const bench = new Bench(fault.staleRead(seam));
    let version = 0;
    const read = (key: string): string => `${key}${(version += 1)}`;
    const asked = ["a", "b", "a", "b"].map((key) => bench.call(read, key));
    expect(asked).toEqual(["a1", "b2", "a1", "b2"]);
    expect(bench.fires.length).toBe(2);
  });

  test("a duplicate call is made twice and answers as the second does", async () => {
    let calls = 0;
    const pay = async (): Promise<number> => Promise.resolve((calls += 1));
    expect(await new Bench(fault.duplicateCall(seam)).call(pay)).toBe(2);
    expect(await new Bench(fault.duplicateCall(seam, { atOnce: true })).call(pay)).toBe(4);
  });

  test("slow leaves a synchronous function alone and has then not fired", () => {
    const bench = new Bench(fault.slow(seam));
    expect(bench.call(() => 1)).toBe(1);
    expect(bench.fires).toEqual([]);
  });

  test("corrupt bytes are a copy, of the same class", () => {
    const bytes = Buffer.from("hello");
    const corrupt = new Bench(fault.corruptOutput(seam)).call(() => bytes);
    expect(bytes.toString()).toBe("hello");
    expect(Buffer.isBuffer(corrupt)).toBe(true);
    expect(corrupt).not.toEqual(bytes);
  });

  test("a response breaks off as undici's does", async () => {
    const bench = new Bench(fault.partialResponse(seam, { fraction: 0.5 }));
    const load = async (): Promise<Response> => Promise.resolve(new Response("0123456789"));
    const response = (await bench.call(load)) as Response;
    await expect(response.text()).rejects.toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { code: "UND_ERR_SOCKET", message: "other side closed" },
    });
    expect(bench.fires).toEqual(["5 of 10 bytes"]);
  });
});

describe("on the world", () => {
  test("an answer instead of the server's looks like one", async () => {
    const limited = new Bench(fault.rateLimited({ url: "https://rates.example/*", retryAfter: 5 }));
    const ask = (url: string): unknown => limited.call(() => "through", { url });
    const response = (await ask("https://rates.example/eur")) as Response;
    expect([response.status, response.statusText]).toEqual([429, "Too Many Requests"]);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(ask("https://other.example/eur")).toBe("through");
  });

  test("a connection is reset in each of its phases", async () => {
    const connect = new Bench(fault.connectionReset({ phase: "connect", host: "rates.example" }));
    await expect(
      connect.call(() => "open", { host: "rates.example", port: 443 }),
    ).rejects.toMatchObject({ message: "connect ECONNRESET rates.example:443", port: 443 });
    const request = new Bench(fault.connectionReset({ host: "rates.example" }));
    await expect(
      request.call(() => "sent", { url: "https://rates.example/eur" }),
    ).rejects.toMatchObject({ message: "socket hang up", code: "ECONNRESET" });
    const response = new Bench(fault.connectionReset({ phase: "response" }));
    const chunk = new Uint8Array(3);
    const send = (direction: string): unknown => response.call(() => "sent", { chunk, direction });
    expect(send("to server")).toBe("sent");
    await expect(send("to client")).rejects.toThrow("read ECONNRESET");
  });

  test("names resolve again after a flap", async () => {
    const bench = new Bench(fault.dnsFlap({ host: "rates.example", failures: 1 }));
    const look = (): unknown => bench.call(() => "10.0.0.1", { hostname: "rates.example" });
    await expect(look()).rejects.toMatchObject({
      message: "getaddrinfo EAI_AGAIN rates.example",
      hostname: "rates.example",
    });
    expect(look()).toBe("10.0.0.1");
  });

  test("a short write makes progress, so that writing the rest ends", () => {
    const bench = new Bench(fault.partialWrite());
    let left = "an entry of the log";
    for (let writes = 0; writes < 100 && left !== ""; writes++) {
      const info = { path: "/log", operation: "write", data: left };
      left = left.slice(Number(bench.call(({ data }: { data: string }) => data.length, info)));
    }
    expect(left).toBe("");
    expect(bench.fires.length).toBeGreaterThan(0);
  });

  test("output that has broken off stays broken off", () => {
    const bench = new Bench(fault.truncateStdout({ command: "git", fraction: 0.5 }));
    const write = (text: string): unknown =>
      bench.call(() => text, { command: "git", stream: "stdout" });
    expect(["0123", "4567"].map(write)).toEqual(["01", ""]);
  });

  test("a clock that jumps stays where it jumped to", () => {
    const bench = new Bench(fault.clockJump({ ms: 1, withinReads: 3 }));
    const readings = Array.from({ length: 8 }, (_, at) => Number(bench.call(() => at, at)) - at);
    expect(readings.at(-1)).toBe(1_000);
    expect(readings).toEqual(readings.toSorted((a, b) => a - b));
    expect(bench.decisions.count).toBe(2);
  });
});
