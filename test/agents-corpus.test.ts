import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("claims and refusals are judged as well as promised, on sentences held out too", async () => {
  const script = fileURLToPath(new URL("agents-corpus.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const rows = stdout.trim().split("\n").slice(1);
  expect(rows).toHaveLength(6);
  const figures = rows.map((row) => /(\d+)\s+([\d.]+)\s+([\d.]+)$/u.exec(row)?.map(Number) ?? []);
  const isAbove = figures.map(
    ([, count = 0, precision = 0, recall = 0], at) =>
      count >= (at < 2 ? 300 : 35) && precision >= (at < 2 ? 0.98 : 0.95) && recall >= 0.9,
  );
  expect({ stdout, isAbove }).toEqual({ stdout, isAbove: rows.map(() => true) });
});

test("the weights of signs are those that the sentences teach", async () => {
  const script = fileURLToPath(new URL("agents-learn.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--check"]);
  expect(stdout).toMatch(/^unchanged: /u);
});
