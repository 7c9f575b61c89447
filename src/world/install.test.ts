import { expect, test } from "vitest";
import { inWorld, seededWorld } from "./fixtures/hand-drive.ts";
import { installWorld } from "./install.ts";
import { real } from "./real.ts";

test("installing again changes nothing", () => {
  installWorld();
  const before = [setTimeout, Date, Math.random, performance.now, AbortSignal.timeout];
  installWorld();
  expect([setTimeout, Date, Math.random, performance.now, AbortSignal.timeout]).toEqual(before);
  expect(setTimeout).not.toBe(real.setTimeout);
});

test("a program that uses all of it gives the same log each time", async () => {
  const program = async (): Promise<string[]> => {
    const log: string[] = [];
    const note = (word: string): number => log.push(`${Date.now()} ${performance.now()} ${word}`);
    const work = async (name: string): Promise<void> => {
      for (let step = 0; step < 5; step++) {
        await new Promise((resolve) => void setTimeout(resolve, Math.random() * 50));
        note(`${name} ${crypto.randomUUID()}`);
      }
    };
    const beat = setInterval(() => note("beat"), 20);
    await Promise.all([work("a"), work("b"), work("c")]);
    clearInterval(beat);
    return log;
  };
  const first = await inWorld(program, seededWorld(7));
  expect(first.length).toBeGreaterThan(15);
  for (let again = 0; again < 5; again++) {
    expect(await inWorld(program, seededWorld(7))).toEqual(first);
  }
  expect(await inWorld(program, seededWorld(8))).not.toEqual(first);
});
