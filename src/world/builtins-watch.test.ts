/* oxlint-disable no-extend-native */
// What user code must not do is what is done here.
import { afterEach, expect, test } from "vitest";
import { BuiltinsWatch } from "./builtins-watch.ts";

const { push } = Array.prototype;
const { now } = Date;
const theProcess = globalThis.process;

afterEach(() => {
  // A test that fails must not take the others along.
  Object.defineProperty(Array.prototype, "push", { value: push, writable: true });
  Date.now = now;
  globalThis.process = theProcess;
  Reflect.deleteProperty(Object.prototype, "polluted");
  Reflect.deleteProperty(performance, "now");
});

test("where nothing has changed there is nothing to say", () => {
  expect(new BuiltinsWatch().look()).toBeUndefined();
});

test("what was added to or changed in a prototype is named and put back", () => {
  const watch = new BuiltinsWatch();
  Reflect.set(Object.prototype, "polluted", 1);
  Reflect.set(Array.prototype, "push", () => {
    throw new Error("no pushing");
  });
  expect(watch.look()).toEqual({
    inherited: ["Array.prototype.push", "Object.prototype.polluted"],
    others: [],
    isPutBack: true,
  });
  expect(["polluted" in {}, [].push === push]).toEqual([false, true]);
  expect(watch.look()).toBeUndefined();
});

test("what is hidden from an enumeration is found as well", () => {
  const watch = new BuiltinsWatch();
  Object.defineProperty(Object.prototype, "polluted", { get: () => 1, configurable: true });
  expect(watch.look()?.inherited).toEqual(["Object.prototype.polluted"]);
  expect("polluted" in {}).toBe(false);
});

test("stand-ins for globals are put back too, wherever the real ones were", () => {
  const watch = new BuiltinsWatch();
  Date.now = () => 5;
  performance.now = () => 5;
  Reflect.set(globalThis, "process", undefined);
  const changes = watch.look();
  expect(changes?.inherited).toEqual([]);
  expect(changes?.others).toEqual(["Date.now", "performance.now", "globalThis.process"]);
  expect([Date.now, Object.hasOwn(performance, "now")]).toEqual([now, false]);
  expect(globalThis.process).toBe(theProcess);
});

test("what cannot be put back is said", () => {
  const watch = new BuiltinsWatch();
  // It stays for as long as this process lives, where nobody looks for it.
  Object.defineProperty(WeakRef.prototype, "gauntletTest", { configurable: false, value: now });
  expect(watch.look()).toEqual({
    inherited: ["WeakRef.prototype.gauntletTest"],
    others: [],
    isPutBack: false,
  });
});

test("what loading the code has changed is its own business", () => {
  const watch = new BuiltinsWatch();
  Reflect.set(Object.prototype, "polluted", 1);
  Date.now = () => 5;
  watch.settle();
  Date.now = () => 6;
  expect(watch.look()).toBeUndefined();
});
