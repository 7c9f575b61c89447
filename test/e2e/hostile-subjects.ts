/**
 * Subjects that do their process harm, each beside harmless rules and one ordinary bug, which shows
 * that the campaign went on. The attack needs two `add` before it, so the smallest run has three
 * steps.
 */
export const hostileSubjects = String.raw`
import { spawn } from "node:child_process";
import fs from "node:fs";
import { chaosTest } from "gauntlet";

interface State { sum: number }

function hostile(name: string, attack: (state: State) => unknown) {
  return chaosTest({
    name,
    setup: (): State => ({ sum: 0 }),
    rules: {
      add: { run: (state) => { state.sum += 1; } },
      look: { run: (state) => { if (state.sum < 0) throw new Error("impossible"); } },
      wait: { run: () => new Promise((resolve) => setTimeout(resolve, 5)) },
      ordinary: {
        when: (state) => state.sum > 2,
        run: () => { throw new TypeError("an ordinary bug"); },
      },
      attack: { when: (state) => state.sum > 1, run: attack },
    },
  });
}

export const exit = hostile("exit", () => process.exit(3));
export const reallyExit = hostile("reallyExit", () => (process as any).reallyExit(9));
export const abort = hostile("abort", () => process.abort());
export const memory = hostile("memory", () => {
  const all: unknown[] = [];
  for (;;) all.push(new Array(1_000).fill(all.length));
});
export const loop = hostile("loop", () => { for (;;); });
export const microtasks = hostile("microtasks", () => {
  const again = (): void => queueMicrotask(again);
  again();
  return new Promise(() => {});
});
export const ticks = hostile("ticks", () => {
  const again = (): void => process.nextTick(again);
  again();
  return new Promise(() => {});
});
export const flood = hostile("flood", () => {
  const line = "x".repeat(999_999);
  for (let count = 0; count < 200; count++) console.log(line);
});
export const overflow = hostile("overflow", () => {
  const deeper = (depth: number): number => 1 + deeper(depth + 1);
  return deeper(0);
});
export const throwsUndefined = hostile("throwsUndefined", () => { throw undefined; });
export const throwsNull = hostile("throwsNull", () => { throw null; });
export const throwsSymbol = hostile("throwsSymbol", () => { throw Symbol("odd"); });
export const throwsFrozen = hostile("throwsFrozen", () => {
  throw Object.freeze(Object.assign(Object.create(null), { odd: true }));
});
export const throwsTrap = hostile("throwsTrap", () => {
  const trap = (): never => { throw new Error("a trap"); };
  throw new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap, ownKeys: trap });
});
export const rejectsLater = hostile("rejectsLater", () => { void Promise.reject(Symbol("late")); });
export const pollution = hostile("pollution", () => {
  (Object.prototype as any).polluted = "yes";
});
export const frozen = hostile("frozen", () => { Object.freeze(Array.prototype); });
export const hiddenPollution = hostile("hiddenPollution", () => {
  Object.defineProperty(Object.prototype, "hidden", { get: () => 1, configurable: true });
});
export const patchedList = hostile("patchedList", () => {
  Array.prototype.push = () => { throw new Error("no pushing"); };
});
export const patchedGlobals = hostile("patchedGlobals", (state) => {
  const broken = (): never => { throw new Error("patched"); };
  Date.now = broken;
  Math.random = broken;
  JSON.stringify = broken;
  JSON.parse = broken;
  performance.now = broken;
  process.exit = broken;
  process.nextTick = broken;
  (globalThis as any).Promise = broken;
  (globalThis as any).Map = broken;
  (globalThis as any).Set = broken;
  (globalThis as any).Date = broken;
  (globalThis as any).setImmediate = broken;
  (globalThis as any).process = undefined;
  if (state.sum > 1) throw new RangeError("after the patches");
});
export const closes = hostile("closes", () => {
  for (let fd = 0; fd < 5; fd++) try { fs.closeSync(fd); } catch {}
  process.stdout.end();
  process.stderr.destroy();
  process.stdout.write("too late");
});
export const children = hostile("children", () => {
  const child = (process as any).binding("spawn_sync");
  child.spawn({ file: "/bin/sh", args: ["sh", "-c", "sleep 60"], stdio: [] });
});
export const spawns = hostile("spawns", () => {
  const child = spawn("sh", ["-c", "touch started-for-real"], { stdio: "ignore", detached: true });
  return new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error("exit " + code))));
  });
});
`;
