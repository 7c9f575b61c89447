import { expect, test } from "vitest";
import { inWorld, seededWorld } from "../fixtures/hand-drive.ts";

seededWorld();
const inner = process as unknown as { _kill(pid: unknown, signal: unknown): number };

/** A process of the host, by every value that Node takes for its number. */
const forms: readonly (readonly [string, unknown])[] = [
  ["a number", 1],
  ["a text", "1"],
  ["a text with spaces", " 1 "],
  ["a boxed number", Object(1)],
  ["a boxed text", Object("1")],
  ["true", true],
  ["a list", [1]],
  ["an object that says a number", { valueOf: () => 1 }],
  ["an object that says another number each time", counting()],
  ["a group", -1],
  ["a group as text", "-1"],
  ["the own group", 0],
];

test.each(forms)("a process of the host is not there, given as %s", async (_name, pid) => {
  await inWorld(() => {
    // 0 asks only whether it is there: also on the old code nothing is hit.
    expect(() => process.kill(pid as number, 0)).toThrow("kill ESRCH");
    expect(inner._kill(pid, 0)).toBeLessThan(0);
  });
});

test("what Node refuses is refused in its own words", async () => {
  await inWorld(() => {
    expect(() => process.kill("x" as never, 0)).toThrow(/"pid" argument must be of type number/);
    expect(() => process.kill(1, "SIGNOTHING")).toThrow("Unknown signal: SIGNOTHING");
  });
});

test("this process can be asked for, and a changed `process.pid` reaches nobody", async () => {
  const own = process.pid;
  await inWorld(() => {
    expect(process.kill(own, 0)).toBe(true);
    const property = Object.getOwnPropertyDescriptor(process, "pid") ?? {};
    Object.defineProperty(process, "pid", { ...property, value: process.ppid });
    try {
      expect(() => process.kill(process.ppid, 0)).toThrow("kill ESRCH");
    } finally {
      Object.defineProperty(process, "pid", property);
    }
  });
});

test("outside of a run, the real processes are there", () => {
  expect(process.kill(process.ppid, 0)).toBe(true);
  expect(process.kill(String(process.ppid) as never, 0)).toBe(true);
});

// --- inside ---

function counting(): object {
  let asked = 0;
  return { valueOf: () => (asked++ < 2 ? 5_000_001 : 1) };
}
