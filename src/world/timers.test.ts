import { AsyncLocalStorage } from "node:async_hooks";
import timers from "node:timers";
import { setTimeout as namedSetTimeout } from "node:timers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { activateWorld } from "./active-world.ts";
import { inWorld, seededWorld, thrownBy } from "./fixtures/hand-drive.ts";
import { real } from "./real.ts";

/** Small programs whose log must be the same natively and simulated. */
const programs: Readonly<Record<string, () => Promise<string[]>>> = {
  "timers fire by deadline": () =>
    logged((log, end) => {
      setTimeout(log, 12, "c");
      setTimeout(log, 1, "a");
      setTimeout(log, 6, "b");
      setTimeout(end, 17);
    }),
  "equal delays fire in order of creation": () =>
    logged((log, end) => {
      for (const word of ["a", "b", "c", "d"]) setTimeout(log, 3, word);
      setTimeout(end, 3);
    }),
  "no delay, a negative one and one that does not fit are one millisecond": () =>
    logged((log, end) => {
      setTimeout(log, 1, "one");
      setTimeout(log, Number.NaN, "nan");
      setTimeout(log, -5, "negative");
      setTimeout(log, 1.9, "fraction");
      setTimeout(log, undefined, "undefined");
      setTimeout(end, 1);
    }),
  "an immediate comes before timers and after microtasks": () =>
    logged((log, end) => {
      setTimeout(() => {
        setTimeout(end, 15);
        setImmediate(log, "immediate");
        queueMicrotask(() => log("microtask"));
        process.nextTick(() => log("tick"));
        log("sync");
      }, 1);
    }),
  "immediates made by an immediate wait for the others": () =>
    logged((log, end) => {
      setImmediate(() => {
        log("first");
        setImmediate(() => {
          log("third");
          end();
        });
      });
      setImmediate(log, "second");
    }),
  "an interval goes on until it is cleared inside": () =>
    logged((log, end) => {
      let count = 0;
      const interval = setInterval(() => {
        count += 1;
        log(`turn ${count}`);
        if (count < 3) return;
        clearInterval(interval);
        setTimeout(end, 5);
      }, 2);
    }),
  "a timer cleared by an earlier one does not fire": () =>
    logged((log, end) => {
      setTimeout(() => {
        log("a");
        clearTimeout(second);
        clearImmediate(third);
      }, 1);
      const second = setTimeout(log, 1, "b");
      const third = setImmediate(() => {});
      setTimeout(end, 6);
    }),
  "a timer turned into a number or a text can be cleared by it": () =>
    logged((log, end) => {
      clearTimeout(Number(setTimeout(log, 1, "number")));
      clearInterval(String(Number(setTimeout(log, 1, "text"))));
      clearTimeout(undefined);
      clearTimeout(null as never);
      clearTimeout("no timer");
      setTimeout(end, 6);
    }),
  "refresh starts the wait over, even after it fired": () =>
    logged((log, end) => {
      let count = 0;
      const timer = setTimeout(() => {
        count += 1;
        log(`fired ${count}`);
        if (count < 3) timer.refresh();
        else end();
      }, 2);
      const cleared = setTimeout(log, 1, "cleared");
      clearTimeout(cleared);
      cleared.refresh();
    }),
  "callbacks are called on their timer with their arguments": () =>
    logged((log, end) => {
      const timer = setTimeout(
        function callback(this: unknown, ...args: unknown[]) {
          log(`${this === timer} ${args.join(" ")}`);
          setImmediate(end);
        },
        1,
        "a",
        2,
        "c",
        undefined,
      );
    }),
  "a timer says what it is": () =>
    logged((log, end) => {
      const timer = setTimeout(() => {}, 4);
      const immediate = setImmediate(() => {});
      log(`${timer.constructor.name} ${immediate.constructor.name} ${timer.hasRef()}`);
      log(`${timer.unref() === timer} ${timer.hasRef()} ${timer.ref().hasRef()}`);
      log(`${immediate.unref().hasRef()} ${timer.close() === timer}`);
      log(`${Reflect.get(timer, "_destroyed")} ${Reflect.get(timer, "_idleTimeout")}`);
      setImmediate(end);
    }),
};

for (const [name, program] of Object.entries(programs)) {
  test(`${name}, as natively`, async () => {
    const native = await program();
    expect(native.length).toBeGreaterThan(0);
    expect(await inWorld(program)).toEqual(native);
  });
}

test("a timer of an hour takes no time and moves the clock by an hour", async () => {
  const start = real.performanceNow();
  const passedMs = await inWorld(async () => {
    const before = Date.now();
    await new Promise((resolve) => void setTimeout(resolve, 3_600_000));
    return Date.now() - before;
  });
  expect(passedMs).toBe(3_600_000);
  expect(real.performanceNow() - start).toBeLessThan(5_000);
});

test("an interval keeps its rhythm when its callback takes time", async () => {
  const times = await inWorld(
    (world) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = [];
        const interval = setInterval(() => {
          seen.push(world.nowUs);
          world.nowUs += 400;
          if (seen.length === 3) resolve(seen);
          if (seen.length === 3) clearInterval(interval);
        }, 10);
      }),
  );
  expect(times).toEqual([10_000, 20_000, 30_000]);
});

test("a callback that is not a function is refused in Node's words", async () => {
  for (const bad of [undefined, null, "code", {}]) {
    for (const schedule of [setTimeout, setInterval, setImmediate]) {
      const call = (): unknown => schedule(bad as never, 1);
      const native = await thrownBy(call);
      expect(native).toMatchObject({ code: "ERR_INVALID_ARG_TYPE" });
      expect(await inWorld(() => thrownBy(call))).toEqual(native);
    }
  }
});

test("callbacks run in the AsyncLocalStorage of their creator", async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen = await inWorld(
    () =>
      new Promise<unknown[]>((resolve) => {
        const stores: unknown[] = [];
        const note = (): number => stores.push(storage.getStore());
        storage.run("timeout", () => setTimeout(note, 2));
        storage.run("immediate", () => setImmediate(note));
        storage.run("outer", () => setTimeout(() => setTimeout(note, 1), 3));
        setTimeout(note, 5);
        setTimeout(() => resolve(stores), 6);
      }),
  );
  expect(seen).toEqual(["immediate", "timeout", "outer", undefined]);
});

test("an error leaves through fire, and an interval goes on after it", () => {
  const world = seededWorld();
  activateWorld(world);
  try {
    const interval = setInterval(() => {
      throw new Error("out");
    }, 5);
    expect(() => world.next()?.fire?.()).toThrow("out");
    expect(() => world.next()?.fire?.()).toThrow("out");
    clearInterval(interval);
    expect(world.next()).toBeUndefined();
    setImmediate(() => {
      throw new Error("at once");
    });
    expect(() => world.next()?.fire?.()).toThrow("at once");
  } finally {
    activateWorld(undefined);
  }
});

test("a timer made outside a run can be cleared inside, and the other way round", async () => {
  let fired = 0;
  const count = (): number => (fired += 1);
  const outside = [setTimeout(count, 5), setInterval(count, 5), setImmediate(count)] as const;
  const inside = await inWorld(() => {
    clearTimeout(outside[0]);
    clearInterval(outside[1]);
    clearImmediate(outside[2]);
    return [setTimeout(count, 1), setInterval(count, 1), setImmediate(count)] as const;
  });
  inside[0].refresh();
  clearTimeout(inside[0]);
  clearInterval(Number(inside[1]));
  clearImmediate(inside[2]);
  clearImmediate(inside[0] as never);
  await new Promise((resolve) => void real.setTimeout(resolve, 15));
  expect(fired).toBe(0);
});

test("the numbers of timers are the same in each run", async () => {
  const numbers = (): number[] => [setTimeout(() => {}), setTimeout(() => {})].map(Number);
  expect(await inWorld(numbers)).toEqual(await inWorld(numbers));
});

test("using ends a timer at the end of its block", async () => {
  const log = await inWorld(() =>
    logged((note, end) => {
      const timer = setTimeout(note, 1, "disposed");
      timer[Symbol.dispose]();
      setImmediate(note, "disposed")[Symbol.dispose]();
      setTimeout(end, 2);
    }),
  );
  expect(log).toEqual(["end"]);
});

test("the stand-ins look like what they stand in for, in every place", () => {
  seededWorld();
  for (const name of ["setTimeout", "setInterval", "setImmediate", "clearTimeout"] as const) {
    expect(globalThis[name]).not.toBe(real[name]);
    expect(globalThis[name]).toBe(timers[name]);
    expect(globalThis[name].name).toBe(name);
    expect(globalThis[name].length).toBe(real[name].length);
  }
  expect(namedSetTimeout).toBe(globalThis.setTimeout);
  expect(Reflect.ownKeys(setTimeout)).toEqual(expect.arrayContaining([promisify.custom]));
});

// --- inside ---

function logged(
  program: (log: (word: string) => void, end: () => void) => void,
): Promise<string[]> {
  return new Promise((resolve) => {
    const words: string[] = [];
    program(
      (word) => words.push(word),
      () => resolve([...words, "end"]),
    );
  });
}
