import { expect, test, vi } from "vitest";
import { CallGate } from "./call-gate.ts";

const quietMs = 50;

test("calls that come together are taken by what they are", async () => {
  vi.useFakeTimers();
  try {
    const told = async (keys: readonly string[]): Promise<string> => {
      const gate = new CallGate();
      const taken: string[] = [];
      const all = keys.map((key) => gate.inOrder({ key, quietMs }, () => taken.push(key)));
      await vi.runAllTimersAsync();
      await Promise.all(all);
      return taken.join("");
    };
    expect(await told(["c", "a", "b"])).toBe("abc");
    expect(await told(["b", "c", "a"])).toBe("abc");
  } finally {
    vi.useRealTimers();
  }
});

test("a call that comes after a quiet moment is taken after those before it", async () => {
  vi.useFakeTimers();
  try {
    const gate = new CallGate();
    const taken: string[] = [];
    void gate.inOrder({ key: "b", quietMs }, () => taken.push("b"));
    await vi.advanceTimersByTimeAsync(1_000);
    void gate.inOrder({ key: "a", quietMs }, () => taken.push("a"));
    await vi.runAllTimersAsync();
    expect(taken.join("")).toBe("ba");
  } finally {
    vi.useRealTimers();
  }
});

test("calls without end are not held back for ever", async () => {
  vi.useFakeTimers();
  try {
    const gate = new CallGate();
    let taken = 0;
    for (let at = 0; at < 400; at++) {
      void gate.inOrder({ key: String(at), quietMs }, () => (taken += 1));
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(taken).toBeGreaterThan(0);
  } finally {
    vi.useRealTimers();
  }
});

test("what deciding throws is thrown to the call", async () => {
  const gate = new CallGate();
  const failing = gate.inOrder({ key: "a", quietMs }, () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
});
