import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inWorld, seededWorld } from "./fixtures/hand-drive.ts";

test("a package that requires late takes nothing from the run that comes first", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-load-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const top = "exports.started = Date.now(); exports.key = Math.random();";
  writeFileSync(path.join(folder, "late.cjs"), `${top}\nexports.now = () => Date.now();`);
  const require = createRequire(path.join(folder, "package.cjs"));
  const run = (): Promise<readonly [number, unknown, number]> =>
    inWorld((world) => {
      const { now, started } = require(path.join(folder, "late.cjs")) as {
        now(): number;
        started: number;
      };
      return [now(), started, world.decisions.count] as const;
    }, seededWorld(3));
  const first = await run();
  expect(await run()).toEqual(first);
  expect(first[2]).toBe(0);
  // What the module does later, in a run, is of that run.
  expect(Math.abs(first[0] - Number(first[1]))).toBeGreaterThan(1_000);
});

test("an error at the top level of such a module leaves the run in its world", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-load-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "bad.cjs"), `throw new Error("at load");`);
  const require = createRequire(path.join(folder, "package.cjs"));
  await inWorld((world) => {
    expect(() => require(path.join(folder, "bad.cjs")) as unknown).toThrow("at load");
    const before = world.nowUs;
    Date.now();
    expect(world.nowUs).toBeGreaterThan(before);
  });
});
