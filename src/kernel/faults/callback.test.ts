import { expect, test } from "vitest";
import type { Fault } from "./fault.ts";
import { fault } from "./catalogue.ts";
import { Bench } from "./fixtures/strike.ts";

/** What a callback is told, and what the function returned to its caller. */
async function told(struck: Fault, original: (...args: never[]) => unknown): Promise<unknown> {
  const bench = new Bench(struck);
  let returned: unknown;
  const answers = await new Promise<unknown[]>((resolve) => {
    const callback = (...given: unknown[]): void => resolve(given);
    returned = bench.call(original, "/srv/log", callback);
  });
  return { answers: answers.map((one) => (one instanceof Error ? one.message : one)), returned };
}

type Callback = (error: Error | null, ...answers: unknown[]) => void;

function lookup(_name: string, callback: Callback): string {
  queueMicrotask(() => callback(null, "10.0.0.1", 4));
  return "a request";
}

test("a builtin that takes a callback tells it of the error and throws nothing", async () => {
  expect(await told(fault.errorOnCall("node:fs#readFile"), lookup)).toEqual({
    answers: ["EIO: i/o error, readFile"],
    returned: undefined,
  });
});

test("a function of the project does so where the fault is told", async () => {
  const seam = "src/names.ts#lookup";
  expect(await told(fault.lostReply(seam, { callback: true, afterMs: 5 }), lookup)).toEqual({
    answers: ["lookup ETIMEDOUT"],
    returned: "a request",
  });
  const rejected = new Bench(fault.errorOnCall(seam)).call(lookup, "x", () => {});
  await expect(rejected).rejects.toThrow("EIO: i/o error, lookup");
});

test("an answer is changed on its way, and what comes with it stays", async () => {
  expect(await told(fault.truncateOutput("node:dns#lookup", { fraction: 0.5 }), lookup)).toEqual({
    answers: [null, "10.0", 4],
    returned: "a request",
  });
});

test("an error of the original reaches the callback under any fault", async () => {
  const failing = (_name: string, callback: Callback): void => callback(new Error("no such name"));
  expect(await told(fault.slow("node:dns#lookup"), failing)).toMatchObject({
    answers: ["no such name"],
  });
});

test("a call without a callback, and a callback of another kind, are left alone", async () => {
  const sync = new Bench(fault.errorOnCall("node:crypto#randomBytes", { sync: true }));
  expect(() => sync.call(() => "bytes", 8)).toThrow("EIO");
  const exists = new Bench(fault.swallowedCall("node:fs#exists")).call(lookup, "x", () => {});
  expect(await exists).toBeUndefined();
});
