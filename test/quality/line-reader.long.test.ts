import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chaosTest } from "../../src/index.ts";
import type { SubjectDefinition } from "../../src/kernel/subject/chaos-test.ts";
import { sightings } from "./smallest.ts";

// TCP carries bytes: a line may come in two chunks, and two lines in one. A reader that takes a
// chunk for whole lines, or that listens only while it is idle, is found whatever the seed.

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test.each(seeds)("a reader that forgets the end of a chunk is found with seed %i", async (seed) => {
  expect(await broken(chunkIsLines, seed)).toEqual([everyLine]);
});

test.each(seeds)("a reader that listens now and then is found with seed %i", async (seed) => {
  expect(await broken(listensNowAndThen, seed)).toEqual([everyLine]);
});

test.each(seeds)("a reader that keeps the rest of a chunk is silent with seed %i", async (seed) => {
  expect(await broken(keepsRest, seed)).toEqual([]);
});

// --- inside ---

type Handle = (line: string) => Promise<void>;
type Reader = (socket: Socket, handle: Handle) => Promise<void>;

const everyLine = "every line arrives";
const runs = 100;

async function chunkIsLines(socket: Socket, handle: Handle): Promise<void> {
  for await (const chunk of socket.setEncoding("utf8")) {
    for (const line of String(chunk).split("\n")) if (line !== "") await handle(line);
  }
}

async function listensNowAndThen(socket: Socket, handle: Handle): Promise<void> {
  socket.setEncoding("utf8");
  for (let rest = ""; !socket.destroyed;) {
    const chunk = await new Promise((resolve) => socket.once("data", resolve));
    rest = await handled(rest + String(chunk), handle);
  }
}

async function keepsRest(socket: Socket, handle: Handle): Promise<void> {
  let rest = "";
  for await (const chunk of socket.setEncoding("utf8")) {
    rest = await handled(rest + String(chunk), handle);
  }
}

async function handled(text: string, handle: Handle): Promise<string> {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  for (const line of lines) await handle(line);
  return rest;
}

async function broken(reader: Reader, seed: number): Promise<readonly string[]> {
  const seen = await sightings(() => service(reader), { runs, seed });
  return [...new Set(seen.map(({ identity }) => identity.property ?? identity.message))];
}

function service(reader: Reader): SubjectDefinition {
  return chaosTest({
    name: "lines",
    concurrency: 1,
    setup: async () => {
      const [sent, got]: [string[], string[]] = [[], []];
      const server = createServer((socket) => {
        const handle = async (line: string): Promise<void> => {
          await sleep(Math.random() * 10);
          got.push(line);
        };
        void reader(socket, handle);
      });
      await new Promise<void>((resolve) => server.listen(0, resolve));
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      return { sent, got, client: connect(port) };
    },
    rules: {
      send: {
        draw: { line: fc.constantFrom("alpha", "beta", "gamma") },
        run: ({ sent, client }, { line }) => {
          sent.push(line);
          client.write(`${line}\n`);
        },
      },
      wait: { run: () => sleep(Math.random() * 20) },
    },
    final: {
      [everyLine]: async ({ sent, got }) => {
        await sleep(10_000);
        return sent.join() === got.join();
      },
    },
  });
}
