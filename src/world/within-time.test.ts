import { expect, test } from "vitest";
import { matchWithin, withinTime } from "./within-time.ts";

test("a pattern that goes on without end is given up, and one that ends is matched", () => {
  const endless = `${"a".repeat(60)}!`;
  expect(matchWithin(/^(a+)+$/u, endless, 20)).toBe(undefined);
  expect(matchWithin(/^(\w|\d)*$/u, `${"1".repeat(60)}!`, 20)).toBe(undefined);
  expect(matchWithin(/^(a+)+!$/u, endless)?.value?.[0]).toBe(endless);
  expect(matchWithin(/order (\d+)/u, "my order 42")?.value?.[1]).toBe("42");
  expect(matchWithin(/no/u, "yes")).toEqual({ value: null });
});

test("a computation that got no processor is run again, and an endless one is given up", () => {
  const isIdle = new Int32Array(new SharedArrayBuffer(4));
  let tries = 0;
  const starved = withinTime(() => {
    tries += 1;
    if (tries < 4) for (;;) Atomics.wait(isIdle, 0, 0, 5);
    return "done";
  }, 50);
  expect([starved, tries]).toEqual([{ value: "done" }, 4]);

  tries = 0;
  const busy = withinTime(() => {
    tries += 1;
    for (;;);
  }, 50);
  expect(busy).toBe(undefined);
  expect(tries).toBeLessThanOrEqual(6); // 1 on an idle machine
});

test("a slow pattern on a long text is watched, though it is short on a short one", () => {
  const slow = /\s+$/u;
  expect(matchWithin(slow, `${" ".repeat(200_000)}x`, 20)).toBe(undefined);
  expect(matchWithin(slow, "x  ")?.value?.[0]).toBe("  ");
});

test("an ordinary pattern is not watched, so it takes no longer than before", () => {
  const pattern = /order (\d+)/u;
  const text = "please tell me where my order 42 is";
  const took = (match: () => unknown): number => {
    const startMs = performance.now();
    for (let count = 0; count < 2_000; count += 1) match();
    return performance.now() - startMs;
  };
  const watched = took(() => withinTime(() => pattern.exec(text)));
  expect(took(() => matchWithin(pattern, text))).toBeLessThan(watched);
});
