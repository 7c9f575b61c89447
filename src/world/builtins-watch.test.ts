/* oxlint-disable no-extend-native */
// What user code must not do is what is done here.
import path from "node:path";
import util from "node:util";
import zlib from "node:zlib";
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
  expect(changes?.others).toEqual(["Date.now", "globalThis.process", "performance.now"]);
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

test("functions and settings of Node's modules are put back and named", () => {
  const watch = new BuiltinsWatch();
  watch.settle();
  const { join } = path;
  const { poolSize } = Buffer;
  Reflect.set(path, "join", () => "nowhere");
  Buffer.poolSize = 7;
  Reflect.set(globalThis, "gauntletTest", 1);
  expect(watch.look()).toEqual({
    inherited: [],
    others: expect.arrayContaining(["path.join", "globalThis.gauntletTest"]) as unknown,
    isPutBack: true,
  });
  expect([path.join, Buffer.poolSize, "gauntletTest" in globalThis]).toEqual([
    join,
    poolSize,
    false,
  ]);
  expect(watch.look()).toBeUndefined();
});

test("what a module changes that is loaded late stays, and is then what has to be", () => {
  const watch = new BuiltinsWatch();
  watch.settle();
  const { join } = path;
  const patched = (...parts: string[]): string => join(...parts);
  try {
    watch.keep(() => Reflect.set(path, "join", patched));
    expect([watch.look(), path.join]).toEqual([undefined, patched]);
    Reflect.set(path, "join", join);
    expect(watch.look()?.others).toEqual(["path.join"]);
    expect(path.join).toBe(patched);
  } finally {
    Reflect.set(path, "join", join);
  }
});

test("a plain value that loading the code has set is what each run starts with", () => {
  const before = Error.stackTraceLimit;
  const watch = new BuiltinsWatch();
  try {
    Error.stackTraceLimit = 33;
    watch.settle();
    expect(watch.look()).toBeUndefined();
    Error.stackTraceLimit = 44;
    expect(watch.look()?.others).toEqual(["Error.stackTraceLimit"]);
    expect(Error.stackTraceLimit).toBe(33);
  } finally {
    Error.stackTraceLimit = before;
  }
});

test("what is seldom changed is put back by the next close look, and no late load loses it", () => {
  const watch = new BuiltinsWatch();
  watch.settle();
  const real = zlib.gzipSync;
  const other = Object.assign((...args: Parameters<typeof real>) => real(...args), {});
  for (let run = 0; run < 64; run++) watch.look();
  Reflect.set(zlib, "gzipSync", other);
  let told: readonly string[] | undefined;
  for (let run = 0; run < 64; run++) told ??= watch.look()?.others;
  expect([told, zlib.gzipSync === real]).toEqual([["zlib.gzipSync"], true]);
  watch.keep(() => Reflect.set(zlib, "gzipSync", other));
  for (let run = 0; run < 64; run++) watch.look();
  expect(zlib.gzipSync).toBe(other);
  Reflect.set(zlib, "gzipSync", real);
});

test("after many runs, what is seldom changed is put back after the run that changed it", () => {
  const watch = new BuiltinsWatch();
  watch.settle();
  const real = zlib.gzipSync;
  for (let run = 0; run < 4_100; run++) watch.look();
  Reflect.set(zlib, "gzipSync", (...args: Parameters<typeof real>) => real(...args));
  expect([watch.look()?.others, zlib.gzipSync === real]).toEqual([["zlib.gzipSync"], true]);
  expect(watch.look()).toBeUndefined();
});

test("what is added to an object is seen, be it shown, hidden or a symbol", () => {
  const watch = new BuiltinsWatch();
  watch.settle();
  for (const key of ["shown", "hidden", Symbol("added")]) {
    const isShown = key === "shown";
    Object.defineProperty(util.inspect.styles, key, {
      value: "red",
      enumerable: isShown,
      configurable: true,
    });
    expect(watch.look()?.others).toEqual([`util.inspect.styles.${String(key)}`]);
    expect(Reflect.ownKeys(util.inspect.styles)).not.toContain(key);
  }
});
