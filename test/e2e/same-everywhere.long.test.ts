import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("runs are the same under another language, time zone, path, home and user", async () => {
  const script = fileURLToPath(new URL("../same-everywhere.mjs", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, "--small"]);
  expect(stdout.trimEnd().split("\n").at(-1)).toBe("the same everywhere");
});
