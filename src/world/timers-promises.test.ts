import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import promises from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { inWorld, seededWorld, thrownBy } from "./fixtures/hand-drive.ts";

const { scheduler } = promises;

/** Small programs whose log must be the same natively and simulated. */
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  "waits give their value in order of deadline": async () => {
    const seen: unknown[] = [];
    const note = (value: unknown): number => seen.push(value);
    await Promise.all([
      promises.setTimeout(9, "last").then(note),
      promises.setTimeout(1, "second").then(note),
      promises.setImmediate("first").then(note),
      promisify(setTimeout)(5, "third").then(note),
      scheduler.wait(13).then(note),
    ]);
    return seen;
  },
  "an immediate and a yield take their turns": async () => {
    const seen: unknown[] = [];
    await Promise.all([
      scheduler.yield().then(() => seen.push("yield")),
      promisify(setImmediate)("immediate").then((value) => seen.push(value)),
      Promise.resolve().then(() => seen.push("microtask")),
    ]);
    return seen;
  },
  "an aborted wait rejects with its cause": async () => {
    const controller = new AbortController();
    const waits = [
      promises.setTimeout(18, 0, { signal: controller.signal }),
      promises.setImmediate(0, { signal: controller.signal }),
      scheduler.wait(18, { signal: controller.signal }),
    ];
    controller.abort("enough");
    return told(waits);
  },
  "a wait on a signal that is aborted already rejects": () => {
    const signal = AbortSignal.abort(new Error("before"));
    return told([
      promises.setTimeout(1, 0, { signal }),
      promises.setImmediate(0, { signal }),
      promises.setInterval(1, 0, { signal }).next(),
    ]);
  },
  "what Node refuses is refused": () =>
    told(
      [
        () => promises.setTimeout("1" as never),
        () => promises.setTimeout(1, 0, null as never),
        () => promises.setTimeout(1, 0, { ref: 1 as never }),
        () => promises.setTimeout(1, 0, { signal: {} as never }),
        () => promises.setImmediate(0, "options" as never),
        () => promises.setInterval(1, 0, { signal: 5 as never }).next(),
        () => Reflect.apply(scheduler.wait, {}, [1]),
      ].map((call) => Promise.resolve().then((): Promise<unknown> => call())),
    ),
  "an interval is iterated, and broken off": async () => {
    const seen: unknown[] = [];
    for await (const value of promises.setInterval(2, "turn")) {
      if (seen.push(value) === 3) break;
    }
    return seen;
  },
  "an aborted interval gives what it has and then rejects": async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const options = { signal: controller.signal };
    const end = await thrownBy(async () => {
      for await (const value of promises.setInterval(2, "turn", options)) {
        if (seen.push(value) === 2) controller.abort();
      }
    });
    return [seen, end];
  },
  "an interval that is aborted while it waits rejects": async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort("early"), 1);
    return told([promises.setInterval(18, 0, { signal: controller.signal }).next()]);
  },
  "promises of waits with a signal settle after the same number of turns": async () => {
    const seen: string[] = [];
    const { signal } = new AbortController();
    const chain = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn++) {
        await Promise.resolve();
        seen.push(String(turn));
      }
    };
    setTimeout(() => void chain(), 2);
    await promises.setTimeout(2, 0, { signal }).then(() => seen.push("waited"));
    await promises.setTimeout(3);
    return seen;
  },
};

for (const [name, program] of Object.entries(programs)) {
  test(`${name}, as natively`, async () => {
    const native = await program();
    expect(await inWorld(program)).toEqual(native);
  });
}

test("AbortSignal.timeout aborts when the virtual time has come", async () => {
  const seen = await inWorld(async () => {
    const before = Date.now();
    const signal = AbortSignal.timeout(30_000);
    expect(signal).toBeInstanceOf(AbortSignal);
    const combined = AbortSignal.any([signal, new AbortController().signal]);
    await once(combined, "abort");
    const reason: unknown = signal.reason;
    expect(reason).toBeInstanceOf(DOMException);
    return [Date.now() - before, String(reason), combined.aborted];
  });
  expect(seen).toEqual([30_000, "TimeoutError: The operation was aborted due to timeout", true]);
});

test("AbortSignal.timeout refuses what Node refuses", async () => {
  seededWorld();
  for (const bad of [-1, 2 ** 32, 1.5, "5", undefined]) {
    const call = (): unknown => AbortSignal.timeout(bad as never);
    expect(await thrownBy(call)).not.toBe("nothing");
    expect(await inWorld(() => thrownBy(call))).toEqual(await thrownBy(call));
  }
});

test("a wait that ended no longer listens to its signal", async () => {
  await inWorld(async () => {
    const controller = new AbortController();
    await promises.setTimeout(5, 0, { signal: controller.signal });
    const pending = promises.setTimeout(5, "untouched", { signal: new AbortController().signal });
    controller.abort();
    expect(await pending).toBe("untouched");
  });
});

test("a wait goes on in the AsyncLocalStorage where it was awaited", async () => {
  const storage = new AsyncLocalStorage<string>();
  const store = await inWorld(() =>
    storage.run("inner", async () => {
      await promises.setTimeout(5);
      await scheduler.yield();
      return storage.getStore();
    }),
  );
  expect(store).toBe("inner");
});

test("util.promisify gives the function of timers/promises", () => {
  seededWorld();
  expect(promisify(setTimeout)).toBe(promises.setTimeout);
  expect(promisify(setImmediate)).toBe(promises.setImmediate);
});

// --- inside ---

async function told(waits: readonly Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(waits);
  return outcomes.map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value;
    const { name, message, code, cause } = outcome.reason as Error & { readonly code?: unknown };
    return { name, message, code, cause: String(cause) };
  });
}
