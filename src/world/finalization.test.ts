import v8 from "node:v8";
import vm from "node:vm";
import { expect, test } from "vitest";
import { inWorld, seededWorld } from "./fixtures/hand-drive.ts";

seededWorld();
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;

test("what a run registers is never called back; outside of a run it is", async () => {
  const called: unknown[] = [];
  const registry = new FinalizationRegistry((held) => called.push(held));
  await inWorld(() => registry.register({}, "in the run"));
  registry.register({}, "outside");
  for (let turn = 0; turn < 50 && called.length === 0; turn++) {
    collect();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  expect(called).toEqual(["outside"]);
});

test("what a run registers can be taken back once, and only by its token", async () => {
  const registry = new FinalizationRegistry(() => {});
  const [token, other] = [{}, {}];
  await inWorld(() => {
    registry.register({}, 1, token);
    expect(registry.unregister(other)).toBe(false);
    expect(registry.unregister(token)).toBe(true);
    expect(registry.unregister(token)).toBe(false);
  });
});

test("what the language refuses is refused", async () => {
  const registry = new FinalizationRegistry(() => {});
  const same = {};
  await inWorld(() => {
    expect(() => registry.register(1 as never, 1)).toThrow(TypeError);
    expect(() => registry.register(same, same)).toThrow(TypeError);
    expect(() => registry.register({}, 1, 1 as never)).toThrow(TypeError);
  });
});
