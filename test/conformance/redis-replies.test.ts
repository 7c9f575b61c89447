import { readFileSync } from "node:fs";
import net from "node:net";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { inWorld, seededWorld } from "../../src/world/fixtures/hand-drive.ts";
import { redis } from "../../src/world/redis/redis.ts";
import { cases, normal, requestOf, stepsOf } from "./redis-cases.mjs";

// What a real Redis 7.0 answered is in redis-replies.json; redis-record.mjs asks one again.

interface Noted {
  readonly sent: string;
  readonly replies: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(new URL("./redis-replies.json", import.meta.url), "utf8"),
) as Record<string, readonly Noted[]>;

beforeAll(() => {
  seededWorld();
});

test.for(Object.entries(cases))(
  "%s: the simulated Redis answers byte for byte as a real one",
  async ([name, text]) => {
    const seen = await played(stepsOf(text));
    const wanted = recorded[name] ?? [];
    expect(seen.length).toBe(wanted.length);
    // Only what differs: a whole case is long.
    expect(seen.filter((step, at) => !isDeepStrictEqual(step, wanted[at]))).toEqual(
      wanted.filter((step, at) => !isDeepStrictEqual(step, seen[at])),
    );
  },
);

// --- inside ---

/** Long enough for a command and its answer, whatever latency is drawn. */
const turnMs = 60;

function played(steps: ReturnType<typeof stepsOf>): Promise<Noted[]> {
  return inWorld(async (world) => {
    redis(world);
    const clients = [net.connect(6379), net.connect(6379)];
    const got = ["", ""];
    for (const [at, client] of clients.entries()) {
      client.on("data", (chunk: Buffer) => (got[at] += chunk.toString("latin1")));
    }
    const noted: Noted[] = [];
    for (const { connection, words } of steps) {
      clients[connection]?.write(requestOf(words));
      await new Promise((resolve) => setTimeout(resolve, turnMs));
      noted.push({ sent: words.join(" "), replies: got.map((bytes) => normal(bytes)) });
      got.fill("");
    }
    return noted;
  });
}
