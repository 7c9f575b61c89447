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

test("bench:world does the work that it measures", async () => {
  const bench = fileURLToPath(new URL("../bench/world.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--smoke"]);
  const compared = stdout.split("\n").filter((line) => /^ {2}against .* goal +[\d.]+$/.test(line));
  expect(compared).toHaveLength(10); // six real ones and four packages; msw is fetched at run time
}, 60_000);

test("bench:services does the work that it measures", async () => {
  const bench = fileURLToPath(new URL("../bench/services.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, "--smoke"]);
  const lines = stdout.split("\n").filter((line) => line.includes("plain Node"));
  expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(["express", "fastify", "hono"]);
}, 60_000);

test("bench:services compares two checkouts, and ends", async () => {
  const bench = fileURLToPath(new URL("../bench/services.mjs", import.meta.url));
  const root = fileURLToPath(new URL("..", import.meta.url));
  const words = [bench, "--smoke", "--against", root, "--only", "hono"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toMatch(/^hono +runs\/s \d+\.\d\d× \(.*, 1 of 1 rounds\)/mu);
}, 60_000);
