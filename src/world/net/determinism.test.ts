import { once } from "node:events";
import http from "node:http";
import { beforeAll, expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";
import type { SimWorld } from "../sim-world.ts";
import { inOneTask } from "./fixtures/one-task.ts";
import { prepareNet } from "./install-net.ts";
import { serve } from "./serve.ts";

beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

/** Three clients at once against a server that asks a mounted one; who came when is noted. */
async function shop(world: SimWorld, note: (event: string) => void): Promise<void> {
  serve(world, "https://rates.example", (request) => {
    note(`rate ${new URL(request.url).pathname}`);
    return Response.json({ rate: 2 });
  });
  const server = http.createServer((request, response) => {
    note(`asked ${request.url}`);
    void fetch(`https://rates.example${request.url}`)
      .then((answer) => answer.json())
      .then((rate) => response.end(JSON.stringify(rate)));
  });
  server.listen(8080);
  await once(server, "listening");
  const ask = async (path: string): Promise<void> => {
    const answer = await fetch(`http://localhost:8080/${path}`);
    note(`answer ${path} ${await answer.text()} ${answer.headers.get("date")}`);
  };
  await Promise.all([ask("a"), ask("b"), ask("c")]);
}

test("a seed gives one run, in one task and over turns; seeds differ in their order", async () => {
  const stories = new Set<string>();
  for (let seed = 0; seed < 12; seed++) {
    const runs = [];
    for (let count = 0; count < 2; count++) {
      const events: string[] = [];
      const { decisions, hasEnded, endUs } = await inOneTask(seed, (world) =>
        shop(world, (event) => events.push(event)),
      );
      expect(hasEnded).toBe(true);
      runs.push({ decisions, events, endUs });
    }
    const events: string[] = [];
    const world = seededWorld(seed);
    await inWorld(() => shop(world, (event) => events.push(event)), world);
    expect(runs[1]).toEqual(runs[0]);
    expect(events).toEqual(runs[0]?.events);
    expect(world.nowUs).toBe(runs[0]?.endUs);
    stories.add(events.join("\n"));
  }
  expect(stories.size).toBeGreaterThan(6);
});

test("an answer that never comes leaves nothing pending but the wait for it", async () => {
  const { hasEnded, endUs } = await inOneTask(1, async (world) => {
    serve(world, "http://silent.example", () => new Promise(() => {}));
    await fetch("http://silent.example");
  });
  expect([hasEnded, endUs < 1_000_000]).toEqual([false, true]);
});
