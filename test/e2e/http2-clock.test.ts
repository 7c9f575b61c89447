import { once } from "node:events";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { simulation } from "../../src/kernel/subject/chaos-test.ts";
import { recordRun } from "../../src/runner/worker/record-run.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { executor, makerOf, noPaths } from "../quality/smallest.ts";

// What HTTP/2 takes from a clock of its own: an answer that names the machine's second has another
// number of bytes in another second, and a run that splits it there does not repeat.

const seeds = [1, 2, 3];

beforeAll(async () => {
  await executor();
  await prepareNet();
});

test("an answer has the date of the run, unless it brings its own or wants none", async () => {
  const answers: Readonly<Record<string, (stream: http2.ServerHttp2Stream) => void>> = {
    "/plain": (stream) => stream.respond({ ":status": 200 }),
    "/nothing": (stream) => stream.respond(),
    "/own": (stream) => stream.respond({ date: "Fri, 02 Jan 2026 03:04:05 GMT" }),
    "/none": (stream) => stream.respond({}, { sendDate: false } as never),
  };
  const dates = await inRuns(async (session) => {
    const all: unknown[] = [];
    for (const path of Object.keys(answers)) {
      const stream = session.request({ ":path": path });
      const [headers] = (await once(stream, "response")) as [http2.IncomingHttpHeaders];
      all.push(headers.date);
      stream.close();
    }
    return all;
  }, answers);
  const present = "Thu, 01 Jan 2026 00:00:00 GMT";
  for (const seen of dates) {
    expect(seen).toEqual([present, present, "Fri, 02 Jan 2026 03:04:05 GMT", undefined]);
  }
});

test("a ping takes as long as the clock of the run says", async () => {
  const pings = await inRuns(async (session) => {
    await once(session, "connect");
    const startMs = performance.now();
    const tookMs = await new Promise<number>((resolve, reject) => {
      session.ping((error, ms) => (error === null ? resolve(ms) : reject(error)));
    });
    return { tookMs, clockMs: performance.now() - startMs };
  });
  for (const { tookMs, clockMs } of pings) {
    expect(tookMs).toBeGreaterThan(0);
    expect(Math.abs(clockMs - tookMs)).toBeLessThan(0.01);
  }
});

test("a session and a stream are idle for as long as the clock of the run says", async () => {
  const silent = { "/slow": () => {} };
  const waits = await inRuns(async (session) => {
    const stream = session.request({ ":path": "/slow" });
    const startMs = performance.now();
    stream.setTimeout(5_000);
    session.setTimeout(60_000);
    await once(stream, "timeout");
    const streamMs = performance.now() - startMs;
    await once(session, "timeout");
    const sessionMs = performance.now() - startMs;
    // One that is taken back never comes.
    let isTold = false;
    stream.setTimeout(5_000, () => (isTold = true));
    stream.setTimeout(0);
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    stream.close();
    return { streamMs, sessionMs, isTold };
  }, silent);
  for (const { streamMs, sessionMs, isTold } of waits) {
    expect(streamMs).toBeGreaterThanOrEqual(5_000);
    expect(streamMs).toBeLessThan(5_200);
    expect(sessionMs).toBeGreaterThanOrEqual(60_000);
    expect(sessionMs).toBeLessThan(60_200);
    expect(isTold).toBe(false);
  }
});

// --- inside ---

type Answers = Readonly<Record<string, (stream: http2.ServerHttp2Stream) => void>>;

/** What a client of one server gets to see, in a run for each seed. */
async function inRuns<R>(
  client: (session: http2.ClientHttp2Session) => Promise<R>,
  answers: Answers = {},
): Promise<readonly R[]> {
  const seen: R[] = [];
  const run = async (): Promise<void> => {
    const server = http2.createServer();
    server.on("stream", (stream, headers) => {
      answers[String(headers[":path"])]?.(stream);
      if (stream.headersSent) stream.end();
    });
    server.listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const session = http2.connect(`http://localhost:${port}`);
    seen.push(await client(session));
    session.close();
    server.close();
  };
  const definition = simulation({ name: "a clock", run });
  const parts = { maker: makerOf(() => definition), execute: await executor(), paths: noPaths };
  for (const seed of seeds) {
    const decidedBy = { how: "random", seed, runIndex: 0 } as const;
    const { outcome } = await recordRun({ ...parts, decidedBy });
    expect(outcome.failure).toBeUndefined();
  }
  return seen;
}
