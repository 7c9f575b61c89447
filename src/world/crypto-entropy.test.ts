import { AsyncLocalStorage } from "node:async_hooks";
import crypto, { randomBytes as namedRandomBytes } from "node:crypto";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { RecordedDecisions } from "../kernel/decisions/recorded-decisions.ts";
import { inWorld, seededWorld, thrownBy } from "./fixtures/hand-drive.ts";

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** One value from every source of chance. */
async function drawAll(): Promise<unknown[]> {
  return [
    Math.random(),
    crypto.randomBytes(8).toString("hex"),
    (await promisify(crypto.randomBytes)(8)).toString("hex"),
    crypto.randomInt(1_000_000),
    crypto.randomInt(-5, 5),
    crypto.randomUUID(),
    globalThis.crypto.randomUUID(),
    crypto.webcrypto.getRandomValues(new Uint32Array(2)).join(" "),
    crypto.getRandomValues(new Uint8Array(4)).join(" "),
    crypto.randomFillSync(new Uint16Array(3)).join(" "),
    [...new Uint8Array(crypto.randomFillSync(new ArrayBuffer(5) as never))].join(" "),
    await filled(new Uint8Array(6)),
  ];
}

test("the same seed gives the same chance, another seed another", async () => {
  const first = await inWorld(drawAll, seededWorld(1));
  expect(await inWorld(drawAll, seededWorld(1))).toEqual(first);
  const other = await inWorld(drawAll, seededWorld(2));
  // A number out of ten may fall together; nothing else may.
  expect(other.filter((value, index) => value === first[index]).length).toBeLessThan(2);
  expect(await drawAll()).not.toEqual(await drawAll());
});

test("Math.random stays within its bounds and is spread over them", async () => {
  const drawn = await inWorld(() => Array.from({ length: 2_000 }, () => Math.random()));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
});

test("a call is one decision however many bytes it asks for", async () => {
  const world = seededWorld();
  const bytes = await inWorld(() => crypto.randomBytes(100_000), world);
  const { log } = world.decisions as RecordedDecisions;
  expect(log.map((decision) => ("label" in decision ? decision.label : ""))).toEqual([
    "crypto.randomBytes",
  ]);
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(250);
  expect(Math.max(...counts)).toBeLessThan(550);
});

test("uuids are well formed and differ", async () => {
  const uuids = await inWorld(() => [
    crypto.randomUUID(),
    crypto.randomUUID({ disableEntropyCache: true }),
    globalThis.crypto.randomUUID(),
  ]);
  for (const uuid of uuids) expect(uuid).toMatch(uuidV4);
  expect(new Set(uuids).size).toBe(3);
});

test("a fill keeps to its range", async () => {
  const [bytes, words] = await inWorld(() => [
    [...crypto.randomFillSync(new Uint8Array(12), 4, 4)],
    [...crypto.randomFillSync(new Uint16Array(6), 2, 2)],
  ]);
  expect(bytes?.map((byte) => byte !== 0).slice(0, 4)).toEqual([false, false, false, false]);
  expect(bytes?.slice(8)).toEqual([0, 0, 0, 0]);
  expect(words?.slice(0, 2)).toEqual([0, 0]);
  expect(words?.slice(4)).toEqual([0, 0]);
  expect([...(bytes ?? []), ...(words ?? [])].some((value) => value !== 0)).toBe(true);
});

test("callbacks arrive later, in the AsyncLocalStorage of the caller", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen = await inWorld(
    (world) =>
      new Promise<unknown[]>((resolve) => {
        const told: unknown[] = [];
        const note = (error: unknown): void => {
          told.push([error, storage.getStore(), world.nowUs > 0]);
          if (told.length === 3) resolve(told);
        };
        storage.run("caller", () => {
          crypto.randomBytes(4, note);
          crypto.randomFill(new Uint8Array(4), note);
          crypto.randomInt(9, note);
        });
        told.length = 0;
      }),
  );
  expect(seen.map((told) => (told as unknown[]).slice(1))).toEqual(
    [1, 2, 3].map(() => ["caller", true]),
  );
});

test("what Node refuses is refused in Node's words", async () => {
  seededWorld();
  const web = globalThis.crypto;
  const calls: (() => unknown)[] = [
    () => crypto.randomBytes(-1),
    () => crypto.randomBytes("4" as never),
    () => crypto.randomBytes(2 ** 31),
    () => crypto.randomBytes(4, "callback" as never),
    () => crypto.randomInt(0),
    () => crypto.randomInt(5, 5),
    () => crypto.randomInt(0.5),
    () => crypto.randomInt(0, 2 ** 48),
    () => crypto.randomInt(0, 5, "callback" as never),
    () => crypto.randomUUID(5 as never),
    () => crypto.randomUUID({ disableEntropyCache: "no" as never }),
    () => crypto.randomFillSync("text" as never),
    () => crypto.randomFillSync(new Uint8Array(4), 9),
    () => crypto.randomFillSync(new Uint8Array(4), 1, 9),
    () => crypto.randomFill(new Uint8Array(4), undefined as never),
    () => crypto.randomFill("text" as never, () => {}),
    () => web.getRandomValues(new Uint8Array(65_537)),
    () => web.getRandomValues(new Float64Array(1) as never),
    () => Reflect.apply(web.getRandomValues, {}, [new Uint8Array(1)]),
    () => Reflect.apply(web.randomUUID, {}, []),
  ];
  for (const call of calls) {
    const native = await thrownBy(call);
    expect({ call, native }).not.toEqual({ call, native: "nothing" });
    expect(await inWorld(() => thrownBy(call))).toEqual(native);
  }
});

test("the stand-ins look like what they stand in for, in every place", async () => {
  seededWorld();
  expect(namedRandomBytes).toBe(crypto.randomBytes);
  expect([crypto.randomInt.name, crypto.randomInt.length]).toEqual(["randomInt", 3]);
  expect([Math.random.name, Math.random.length]).toEqual(["random", 0]);
  const old = await inWorld(() => crypto.pseudoRandomBytes(3).toString("hex"));
  expect(await inWorld(() => crypto.randomBytes(3).toString("hex"))).toBe(old);
});

// --- inside ---

function filled(bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    crypto.randomFill(bytes, (_error, same) => resolve(`${same === bytes} ${bytes.join(" ")}`));
  });
}
