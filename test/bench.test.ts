import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

// A benchmark that measures nothing still prints numbers: each fails by itself where a case did
// less than its work, and is run here for a moment.
test("bench:kernel does the work that it measures", async () => {
  const bench = fileURLToPath(new URL("../bench/kernel.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--smoke"]);
  expect(stdout.split("\n").filter((line) => line.includes("runs/s"))).toHaveLength(4);
}, 60_000);
