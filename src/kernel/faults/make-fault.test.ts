import { describe, expect, test } from "vitest";
import { fault } from "./catalogue.ts";
import { errorText, GauntletError } from "../errors/gauntlet-error.ts";
import { Bench } from "./fixtures/strike.ts";

const seam = "src/gateway.ts#charge";
const original = (): string => "done";

describe("triggers", () => {
  test("choose calls by their place", () => {
    const struck = fault.errorOnCall(seam, { sync: true, after: 1, everyNth: 2, times: 2 });
    const bench = new Bench(struck);
    expect(Array.from({ length: 9 }, () => outcome(bench))).toEqual([
      "done",
      "done",
      "EIO: i/o error, charge",
      "done",
      "EIO: i/o error, charge",
      "done",
      "done",
      "done",
      "done",
    ]);
  });

  test("count anew when the fault is switched on again", () => {
    const bench = new Bench(fault.errorOnCall(seam, { sync: true, times: 1 }));
    expect([outcome(bench), outcome(bench)]).toEqual(["EIO: i/o error, charge", "done"]);
    bench.restart();
    expect(outcome(bench)).toBe("EIO: i/o error, charge");
  });

  test("count only the calls that the fault is about", () => {
    const bench = new Bench(fault.diskFull({ path: "data/*", after: 1 }));
    const write = (path: string): string => outcome(bench, { path, operation: "write" });
    expect([write("/tmp/x"), write("/srv/data/a"), write("/tmp/x")]).toEqual(Array(3).fill("done"));
    expect(write("/srv/data/b")).toBe("ENOSPC: no space left on device, write");
  });

  test("that make no sense are refused where the fault is made", () => {
    expect(() => fault.timeout(seam, { probability: 2 })).toThrow(
      "fault.timeout: `probability` lies between 0 and 1",
    );
    expect(() => fault.timeout(seam, { everyNth: 0 })).toThrow("`everyNth`");
    expect(() => fault.timeout("")).toThrow("names a seam");
    expect(() => fault.http({ status: 42 })).toThrow("`status` is a whole number from 200 to 599");
  });

  test("are refused as an error of the user's, with what, why and a fix", () => {
    const refused = thrownBy(() => fault.timeout(seam, { times: 0 }));
    expect(refused).toBeInstanceOf(GauntletError);
    expect(errorText(refused as GauntletError)).toMatchInlineSnapshot(`
      "error[S017]: fault.timeout: \`times\` is a whole number above 0, got \`0\`
      note: a fault that can never strike as it was meant would be counted as tried
      help: write \`times: 1\`"
    `);
  });
});

describe("an injected error", () => {
  test("is thrown where the function answers at once, and rejects where it does not", async () => {
    const sync = new Bench(fault.timeout("node:fs#readFileSync"));
    expect(() => sync.call(original)).toThrow("readFileSync ETIMEDOUT");
    const later = new Bench(fault.timeout(seam, { afterMs: 5_000 }));
    await expect(later.call(original)).rejects.toMatchObject({
      message: "charge ETIMEDOUT",
      code: "ETIMEDOUT",
      errno: -110,
      syscall: "charge",
    });
    expect(later.waitedMs).toBe(5_000);
    expect(later.fires).toEqual(["charge ETIMEDOUT"]);
  });

  test("has the caller's stack and none of the fault's own frames", async () => {
    const bench = new Bench(fault.lostReply(seam));
    const payTheBill = (): unknown => bench.call(async () => Promise.resolve(1));
    const error: unknown = await (payTheBill() as Promise<unknown>).catch((thrown) => thrown);
    expect((error as Error).stack).toContain("payTheBill");
    expect((error as Error).stack).not.toContain("make-fault.ts");
  });

  test("is what the user makes, where the user makes it", async () => {
    const boom = new TypeError("boom");
    const bench = new Bench(fault.errorOnCall(seam, { error: () => boom }));
    await expect(bench.call(original)).rejects.toBe(boom);
    const coded = new Bench(fault.errorOnCall(seam, { error: "ECONNREFUSED" }));
    await expect(coded.call(original)).rejects.toMatchObject({ code: "ECONNREFUSED", errno: -111 });
  });

  test("gives way to the caller's abort signal", async () => {
    const controller = new AbortController();
    const bench = new Bench(fault.timeout(seam, { afterMs: Infinity }));
    const promise = bench.call(original, 1, { signal: controller.signal });
    controller.abort();
    await expect(promise).rejects.toMatchObject({ name: "AbortError" });
  });
});

test("a fault of one's own takes a few lines", () => {
  const doubled = fault.custom({
    name: "charges twice the amount",
    seam,
    everyNth: 2,
    strike: (call) => {
      call.fire();
      return call.proceed([Number(call.args[0]) * 2]);
    },
  });
  const bench = new Bench(doubled);
  const charge = (cents: number): number => cents;
  expect([bench.call(charge, 5), bench.call(charge, 5)]).toEqual([5, 10]);
  expect(bench.fires.length).toBe(1);
});

function outcome(bench: Bench, ...args: readonly unknown[]): string {
  try {
    return String(bench.call(original, ...args));
  } catch (error) {
    return (error as Error).message;
  }
}

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (thrown) {
    return thrown;
  }
}
