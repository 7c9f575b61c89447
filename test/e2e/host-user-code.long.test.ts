import http from "node:http";
import child from "node:child_process";
import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { failureOf } from "../../src/world/processes/fixtures/failure-of.ts";
import { programs } from "../../src/world/processes/fixtures/programs.ts";
import { inWorld } from "../../src/world/fixtures/hand-drive.ts";
import { hostCallsCount } from "../../src/world/host/index.ts";
import { installWorld } from "../../src/world/install.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { serve } from "../../src/world/net/serve.ts";
import { command } from "../../src/world/processes/command.ts";
import type { SimWorld } from "../../src/world/sim-world.ts";
import { endHosts } from "../../src/world/host/host-link.ts";
import { hostWorld, oddServer, startServer } from "./host-world.ts";

// Where the host is allowed, what nobody scripted and nobody serves is really asked, and what user
// code sees of it is what it sees outside of a run.
installWorld();
afterAll(() => endHosts());

/** What a body gives in a run, which a strict replay has to give again without the host. */
async function recorded(body: (world: SimWorld) => unknown): Promise<unknown> {
  const { world, log } = hostWorld();
  const result = await inWorld(body, world);
  const asked = hostCallsCount();
  const replay = hostWorld(log);
  expect(await inWorld(body, replay.world)).toEqual(result);
  expect(replay.world.nowUs).toBe(world.nowUs);
  expect(replay.log).toEqual(log);
  expect(hostCallsCount()).toBe(asked);
  return result;
}

describe("child_process on the host", () => {
  for (const [name, program] of Object.entries(programs)) {
    test(`${name}: the same as in the real world`, async () => {
      expect(await recorded(() => program.run())).toEqual(await program.run());
    });
  }

  test("bytes that are no text come through, in both directions", async () => {
    const bytes = Buffer.from([0, 255, 254, 13, 10, 128]);
    const run = async (): Promise<unknown> => {
      const started = child.spawn("cat");
      started.stdin.end(bytes);
      const seen: Buffer[] = [];
      started.stdout.on("data", (chunk: Buffer) => seen.push(chunk));
      await once(started, "close");
      return [Buffer.concat(seen), child.spawnSync("cat", { input: bytes }).stdout];
    };
    expect(await recorded(run)).toEqual([bytes, bytes]);
  });

  test("a program that is there but cannot be run: the same as in the real world", async () => {
    const run = async (): Promise<unknown> => {
      const later = await failureOf(() => once(child.spawn("/etc/passwd"), "close"));
      const { error, status } = child.spawnSync("/etc/passwd", ["a"]);
      const { code, syscall, path } = error as NodeJS.ErrnoException;
      return [later, { code, syscall, path, status }];
    };
    expect(await recorded(run)).toEqual(await run());
  });

  test("what is scripted is not run", async () => {
    const asked = hostCallsCount();
    const run = (world: SimWorld): unknown => {
      command(world, "echo", { stdout: "scripted" });
      return child.execFileSync("echo", ["real"], { encoding: "utf8" });
    };
    expect(await recorded(run)).toBe("scripted");
    expect(hostCallsCount()).toBe(asked);
  });
});

describe("http on the host", () => {
  const shown = async (answer: Response): Promise<unknown> => ({
    status: answer.status,
    statusText: answer.statusText,
    url: answer.url,
    cookies: answer.headers.getSetCookie(),
    seen: answer.headers.get("x-seen"),
    body: Buffer.from(await answer.arrayBuffer()),
  });

  test.each<[string, RequestInit]>([
    ["/echo?a=1", { method: "POST", body: "böse", headers: { "x-sent": "yes" } }],
    ["/echo", { method: "PUT", body: new Uint8Array([65, 66]) }],
    ["/moved", {}],
    ["/moved", { redirect: "manual" }],
    ["/echo", { method: "HEAD" }],
    ["/binary", {}],
    ["/split", {}],
  ])("fetch of %s with %j: the same as in the real world", async (path, init) => {
    const { origin } = await startServer(oddServer);
    const ask = async (): Promise<unknown> => shown(await fetch(`${origin}${path}`, init));
    await prepareNet();
    expect(await recorded(ask)).toEqual(await ask());
  });

  test("http.get gives the same answer as in the real world", async () => {
    const { origin } = await startServer(oddServer);
    const ask = async (): Promise<unknown> => {
      const request = http.get(`${origin}/echo`, { headers: { "X-Sent": "yes" }, agent: false });
      const [response] = (await once(request, "response")) as [http.IncomingMessage];
      let body = "";
      for await (const chunk of response) body += String(chunk);
      const { date: _, ...headers } = response.headers;
      return { status: response.statusCode, headers, body };
    };
    expect(await recorded(ask)).toEqual(await ask());
  });

  test("a refused connection fails as in the real world, a broken one with its code", async () => {
    const { origin } = await startServer(oddServer);
    const closed = await closedOrigin();
    const codes = (url: string) => async (): Promise<unknown> => {
      const answered = fetch(url).then((answer) => answer.text());
      const failed: unknown = await answered.catch((error: unknown) => error);
      const { message, cause } = failed as Error & { readonly cause?: NodeJS.ErrnoException };
      return [message, cause?.code, cause?.syscall, cause?.message];
    };
    expect(await recorded(codes(closed))).toEqual(await codes(closed)());
    expect(await recorded(codes(`${origin}/cut`))).toEqual([
      "fetch failed",
      "UND_ERR_SOCKET",
      undefined,
      "other side closed",
    ]);
  });

  test("what is served in the run does not leave it", async () => {
    const asked = hostCallsCount();
    const run = async (world: SimWorld): Promise<unknown> => {
      serve(world, "https://rates.example", () => new Response("simulated"));
      return (await fetch("https://rates.example/")).text();
    };
    expect(await recorded(run)).toBe("simulated");
    expect(hostCallsCount()).toBe(asked);
  });

  test("an answer takes virtual time as it took real time; limits of the code count", async () => {
    const { origin } = await startServer(oddServer);
    const { world } = hostWorld(undefined, 700);
    const failed = await inWorld(
      () => failureOf(() => fetch(`${origin}/stall`, { signal: AbortSignal.timeout(200) })),
      world,
    );
    expect(failed).toMatchObject({ message: "The operation was aborted due to timeout" });
    expect(world.nowUs).toBeLessThan(700_000);
  });
});

// --- inside ---

/** A place at which nobody listens any more. */
async function closedOrigin(): Promise<string> {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
}
