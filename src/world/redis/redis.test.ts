import net from "node:net";
import { Redis } from "ioredis";
import { beforeAll, describe, expect, test } from "vitest";
import type { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { inWorld, seededWorld, thrownBy } from "../fixtures/hand-drive.ts";
import { redis } from "./redis.ts";

beforeAll(() => {
  seededWorld();
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe("a client over the network", () => {
  test("sets, gets and runs scripts; the test sees what is held", async () => {
    const seen = await inWorld(async (world) => {
      const service = redis(world);
      const client = new Redis(service.url);
      const set = await client.set("a", "é", "EX", 5);
      const script = "return {KEYS[1], ARGV[1], redis.call('get', KEYS[1])}";
      await client.rpush("l", "1", "2");
      await client.zadd("z", 1.5, "m");
      return [
        set,
        await client.eval(script, 1, "a", "x"),
        service.dump(),
        service.command("GET", "a"),
      ];
    });
    const held = { a: "é", l: ["1", "2"], z: { m: 1.5 } };
    expect(seen).toEqual(["OK", ["a", "x", "é"], held, "é"]);
  });

  test("sees keys expire in virtual time", async () => {
    const seen = await inWorld(async (world) => {
      const client = new Redis(redis(world).url);
      await client.set("a", "1", "PX", 5_000);
      await sleep(4_000);
      const before = await client.get("a");
      await sleep(1_000);
      return [before, await client.get("a"), await client.ttl("a")];
    });
    expect(seen).toEqual(["1", null, -2]);
  });

  test("waits for a list, and gives up when its time is over", async () => {
    const seen = await inWorld(async (world) => {
      const { url } = redis(world);
      const [reader, writer] = [new Redis(url), new Redis(url)];
      const startMs = Date.now();
      const late = await reader.blpop("q", 2);
      const lateMs = Date.now() - startMs;
      const waiting = reader.blpop("q", 0);
      await sleep(60_000);
      await writer.rpush("q", "job");
      return [late, lateMs >= 2_000 && lateMs < 2_200, await waiting];
    });
    expect(seen).toEqual([null, true, ["q", "job"]]);
  });

  test("that has gone takes nothing from a list", async () => {
    const seen = await inWorld(async (world) => {
      const service = redis(world);
      const socket = net.connect(6379);
      socket.write("BLPOP q 0\r\n");
      await sleep(100);
      socket.destroy();
      await sleep(100);
      service.command("RPUSH", "q", "job");
      return service.dump();
    });
    expect(seen).toEqual({ q: ["job"] });
  });

  test("hears what is published, and what a transaction did", async () => {
    const seen = await inWorld(async (world) => {
      const { url } = redis(world);
      const [listener, client] = [new Redis(url), new Redis(url)];
      const heard: string[] = [];
      listener.on("message", (channel, message) => heard.push(`${channel} ${message}`));
      await listener.subscribe("news");
      const done = await client.multi().incr("n").publish("news", "hi").exec();
      await sleep(100);
      return [done, heard];
    });
    const done = [
      [null, 1],
      [null, 1],
    ];
    expect(seen).toEqual([done, ["news hi"]]);
  });

  test("is refused without the password", async () => {
    const seen = await inWorld(async (world) => {
      const { url } = redis(world, { host: "cache.example", port: 7000, password: "secret" });
      const options = { maxRetriesPerRequest: 0, retryStrategy: () => null };
      const stranger = new Redis(url, options);
      stranger.on("error", () => {});
      const friend = new Redis(url, { ...options, password: "secret" });
      const refused = await thrownBy(() => stranger.get("a"));
      return [(refused as Error).message.slice(0, 7), await friend.set("a", "1")];
    });
    expect(seen).toEqual(["NOAUTH ", "OK"]);
  });
});

describe("what a cache and a rate limiter do", () => {
  const limit = `
    local count = redis.call("INCR", KEYS[1])
    if count == 1 then redis.call("PEXPIRE", KEYS[1], ARGV[1]) end
    return count <= tonumber(ARGV[2]) and 1 or 0
  `;

  test("a limiter by script lets only so many through in a time, whoever comes first", async () => {
    const seen = await inWorld(async (world) => {
      const { url } = redis(world);
      const clients = [new Redis(url), new Redis(url)];
      const ask = (client: Redis): Promise<unknown> => client.eval(limit, 1, "user", 10_000, 3);
      const first = await Promise.all([...clients, ...clients, ...clients].map((one) => ask(one)));
      await sleep(10_000);
      const [client] = clients;
      return [first.filter((let_) => let_ === 1).length, client && (await ask(client))];
    });
    expect(seen).toEqual([3, 1]);
  });

  test("a counter that is read and then written loses what came between", async () => {
    const counts = new Set<number>();
    for (let seed = 1; seed <= 10; seed++) {
      counts.add(
        await inWorld(async (world) => {
          const service = redis(world);
          const add = async (client: Redis): Promise<void> => {
            const count = Number(await client.get("n"));
            await client.set("n", count + 1);
          };
          await Promise.all([add(new Redis(service.url)), add(new Redis(service.url))]);
          return Number(service.command("GET", "n"));
        }, seededWorld(seed)),
      );
    }
    expect(counts).toEqual(new Set([1, 2]));
  });
});

describe("what is not simulated", () => {
  async function told(commands: readonly (readonly string[])[]): Promise<unknown[]> {
    const world = seededWorld();
    const errors: GauntletError[] = [];
    world.onRefused = (error) => errors.push(error);
    const replies = await inWorld(() => {
      const service = redis(world);
      return Promise.all(
        commands.map(async ([name = "", ...args]) =>
          thrownBy(() => service.command(name, ...args)),
        ),
      );
    }, world);
    return [
      replies.map((reply) => (reply as Error).message),
      errors.map(({ code, what }) => `${code}: ${what}`),
    ];
  }

  test("an unknown command is answered as by Redis, and the user is told", async () => {
    expect(await told([["GEOADD", "k", "1"]])).toEqual([
      ["ERR unknown command 'GEOADD', with args beginning with: 'k' '1' "],
      ["redis-uncovered: the simulated Redis does not know the command GEOADD"],
    ]);
  });

  test("a script that never ends, or needs what is not there, is told as well", async () => {
    const [replies, errors] = await told([
      ["EVAL", "while true do end", "0"],
      ["EVAL", "return setmetatable({}, {})", "0"],
    ]);
    expect(replies).toEqual([
      "ERR a script that does more than 5000000 steps is not simulated",
      "ERR `setmetatable` of Lua in scripts is not simulated",
    ]);
    expect(errors).toHaveLength(2);
  });

  test("a place that is taken is refused", async () => {
    const seen = await inWorld((world) => {
      redis(world);
      return thrownBy(() => redis(world));
    });
    expect(seen).toMatchObject({ code: "redis-place" });
  });
});
