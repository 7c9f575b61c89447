import { describe, expect, test } from "vitest";
import { bench, msMax, root } from "./bench-smoke.ts";

// A benchmark that measures nothing still prints numbers, so each does a moment of its work here;
// bench-red.long.test.ts shows that each fails where its subject does not do the work.
describe("with --smoke a bench does a little of its work and judges no speed", () => {
  test.for([
    ["kernel", 5],
    ["explore", 12],
    ["fuzz", 22], // jsfuzz is fetched at run time
    ["world", 10], // six real ones and four packages; msw is fetched at run time
    ["services", 6],
    ["workers", 4],
    ["scan", 5],
    ["seams", 4],
  ] as const)("bench:%s", { timeout: msMax }, async ([name, lines]) => {
    const { code, stdout, stderr } = await bench(name);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.includes("not judged"))).toHaveLength(lines);
  });

  test("bench:guidance", { timeout: msMax }, async () => {
    const { code, stdout } = await bench("guidance");
    expect(code).toBe(0);
    expect(stdout).toContain("9 targets were searched");
  });

  test("bench:agents", { timeout: msMax }, async () => {
    const { code, stdout } = await bench("agents");
    expect(code).toBe(0);
    expect(stdout).toContain("every call was answered by whom it was meant for");
  });

  test("bench:start", { timeout: msMax }, async () => {
    const { code, stdout } = await bench("start");
    expect(code).toBe(0);
    expect(stdout.match(/× {2}goal ≤ [\d.]+ *× {2}(met|missed)/gu)).toHaveLength(6);
  });

  test("bench:services compares two checkouts, and ends", { timeout: msMax }, async () => {
    const { stdout } = await bench("services", "--against", root, "--only", "hono");
    expect(stdout).toMatch(/^hono +runs\/s \d+\.\d\d× \(.*, 1 of 1 rounds\) .* not judged/mu);
  });

  test("bench:kernel compares two checkouts, and ends", { timeout: msMax }, async () => {
    const { stdout } = await bench("kernel", "--against", root);
    expect(stdout.match(/^\w+ +runs\/s \d+\.\d\d× .* not judged$/gmu)).toHaveLength(4);
  });
});
