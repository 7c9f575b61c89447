import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("claims and refusals are judged as well as promised, on sentences held out too", async () => {
  const script = fileURLToPath(new URL("agents-corpus.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const rows = stdout.trim().split("\n").slice(1);
  expect(rows).toHaveLength(4);
  for (const row of rows) {
    const [, count, precision, recall] =
      /(\d+)\s+([\d.]+)\s+([\d.]+)$/u.exec(row)?.map(Number) ?? [];
    expect(count, row).toBeGreaterThanOrEqual(row.startsWith("held") ? 45 : 280);
    expect(precision, row).toBeGreaterThanOrEqual(0.98);
    expect(recall, row).toBeGreaterThanOrEqual(0.9);
  }
});
