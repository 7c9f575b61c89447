import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AgentFault } from "../../../src/kernel/agent/agent-fault.ts";
import { ModelWire } from "./model-wire.ts";
import { plainAgents, toldBy } from "./sdk-agents.ts";

const streamsCount = 100;
const pieceBytes = 16_384;

let wire: ModelWire;
let body: () => AsyncIterable<Uint8Array>;
let loaded: ModelWire;

beforeAll(async () => {
  wire = await ModelWire.open();
  loaded = await ModelWire.open(() => ({
    answer: () =>
      Promise.resolve({
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: body(),
      }),
  }));
});

afterAll(async () => {
  await wire.close();
  await loaded.close();
});

test("a hundred streams of 4 MiB each at once pass without being held", async () => {
  loaded.begin(neverStruck);
  const halfway = gate(streamsCount);
  body = async function* () {
    for (let at = 0; at < 256; at++) {
      if (at === 128) await halfway.arrive();
      yield piece();
    }
  };
  const before = usedBytes();
  const passed = Array.from({ length: streamsCount }, () => received(post(loaded)));
  await halfway.all;
  const held = usedBytes() - before;
  halfway.open();
  const bytes = await Promise.all(passed);
  expect(bytes.every((count) => count === 256 * pieceBytes)).toBe(true);
  // 200 MiB have passed by now; what is kept is the journal and the buffers of the connections.
  expect(held).toBeLessThan(64 * 1_048_576);
});

test("agents that do not read hold back whoever answers", async () => {
  loaded.begin(neverStruck);
  let made = 0;
  body = async function* () {
    for (;;) {
      made += pieceBytes;
      yield piece();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const before = usedBytes();
  const asked = Array.from({ length: streamsCount }, () => post(loaded));
  await Promise.all(asked.map((one) => once(one, "response"))); // headers came, nothing is read
  let last = -1;
  while (made !== last) {
    last = made;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(made / streamsCount).toBeLessThan(16 * 1_048_576);
  expect(usedBytes() - before).toBeLessThan(128 * 1_048_576);
  for (const one of asked) one.destroy();
});

test.each(["seconds", "date", "ms", "none"] as const)(
  "clients with their usual patience wait as they are told by %s, then give up",
  async (retryAfterForm) => {
    const clients = plainAgents.filter(({ client }) => !client.startsWith("ai "));
    for (const agent of clients) {
      const fault = { id: "f", layer: "llm", trigger: {}, mode: "rate_limit" } as const;
      wire.begin([{ ...fault, retryAfterForm, retryAfterSeconds: 2 }]);
      expect(await toldBy(agent, wire, { maxRetries: 2 })).toContain("RateLimitError 429");
      const calls = wire.events("model-call");
      expect(calls.map(({ call }) => call)).toEqual([1, 2, 3]);
      expect(new Set(calls.map(({ question }) => question)).size).toBe(1);
      const [first, second] = calls.map(({ atMs }) => atMs);
      const waited = (second ?? 0) - (first ?? 0);
      const [answer] = wire.events("model-answer");
      // A date is told in whole seconds, so it may be up to one of them early.
      const least = { seconds: 2_000, date: 1_000, ms: 2_000, none: 300 }[retryAfterForm];
      expect(waited).toBeGreaterThanOrEqual(least - 20);
      expect(answer?.retryAfterMs ?? 0).toBeGreaterThanOrEqual(
        retryAfterForm === "none" ? 0 : least - 20,
      );
    }
  },
);

// --- inside ---

/** The wire looks at every call, as it does in a conversation with faults. */
const neverStruck: AgentFault[] = [
  { id: "f", layer: "llm", trigger: { probability: 0 }, mode: "server_error" },
];

function piece(): Uint8Array {
  const head = 'data: {"choices":[{"index":0,"delta":{"content":"';
  const tail = '"}}]}\n\n';
  return Buffer.from(head + "x".repeat(pieceBytes - head.length - tail.length) + tail);
}

function post(to: ModelWire): ClientRequest {
  const asked = request(`${to.openaiUrl}/chat/completions`, { method: "POST", agent: false });
  asked.on("error", () => undefined);
  asked.end(JSON.stringify({ model: "m", stream: true, messages: [] }));
  return asked;
}

async function received(asked: ClientRequest): Promise<number> {
  const [response] = (await once(asked, "response")) as [AsyncIterable<Uint8Array>];
  let bytes = 0;
  for await (const one of response) bytes += one.length;
  return bytes;
}

/** Opens for all once so many have come. */
function gate(count: number) {
  let arrived = 0;
  let open = (): void => undefined;
  let complete = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const all = new Promise<void>((resolve) => (complete = resolve));
  const arrive = async (): Promise<void> => {
    arrived += 1;
    if (arrived === count) complete();
    await opened;
  };
  return { arrive, all, open: () => open() };
}

/** After everything was collected that nobody needs. */
function usedBytes(): number {
  setFlagsFromString("--expose_gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
