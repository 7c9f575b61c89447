import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readRunnable, resultOf, runAndReplay, whileAlive } from "../fixtures/scenario-run.ts";

const folder = fileURLToPath(new URL("../fixtures/scenarios", import.meta.url));

/** How every file comes out, whatever is decided. */
const results: Readonly<Record<string, string>> = {
  "clock.scenario.yaml": "held",
  "files.scenario.yaml": "held",
  "http.scenario.yaml": "held",
  "memory.scenario.yaml": "held",
  "network.scenario.json": "held",
  "processes.scenario.yaml": "held",
  "unscripted.scenario.yaml": "http_unmatched",
  "fozzy/assertions.fozzy.json": "held",
  "fozzy/fail.fozzy.json": "fail",
  "fozzy/fs.fozzy.json": "held",
  "fozzy/http.mismatch.fozzy.json": "http_json",
  "fozzy/http.mock.fozzy.json": "held",
  "fozzy/http.retry.fozzy.json": "held",
  // A deliberate difference: fozzy takes the missing mock for the failure that was expected.
  "fozzy/http.unmatched.fozzy.json": "http_unmatched",
  "fozzy/kv.fozzy.json": "held",
  "fozzy/memory.balanced.fozzy.json": "held",
  "fozzy/memory.leak.fozzy.json": "memory_leak",
  "fozzy/memory.pressure.fozzy.json": "held",
  "fozzy/net.drop.fozzy.json": "held",
  "fozzy/net.fozzy.json": "held",
  "fozzy/panic.fozzy.json": "panic",
  "fozzy/proc.mock.fozzy.json": "held",
  "fozzy/proc.unmatched.fozzy.json": "proc_unmatched",
  "fozzy/rng.fozzy.json": "held",
  "fozzy/time.fozzy.json": "held",
  "fozzy/unusual.fozzy.json": "held",
};

test("every file of the fixtures is here", () => {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = entries.filter((name) => /\.(?:yaml|json)$/u.test(name));
  const known = Object.keys(results).map((name) => path.normalize(name));
  expect(files.toSorted()).toEqual(known.toSorted());
});

for (const [name, expected] of Object.entries(results)) {
  test(`${name} is ${expected}, and so is its replay`, async () => {
    const run = await readRunnable(path.join(folder, name));
    for (const seed of [0, 1, 2]) {
      const { first, again } = await runAndReplay(run, { seed });
      expect([resultOf(first), resultOf(again)]).toEqual([expected, expected]);
      expect(whileAlive(again)).toEqual(whileAlive(first));
    }
  });
}

test("what a file of fozzy does to paths outside of the project stays in the run", () => {
  expect(existsSync("/var/lib/app/state.txt")).toBe(false);
  expect(existsSync("../beside")).toBe(false);
});
