import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

// Each test file has a temporary folder of its own, for itself and for every process it starts.
// What lies there when the file has ended was left by a test or by the product: both must tidy up.
const folder = mkdtempSync(path.join(tmpdir(), "test-"));
process.env["TMPDIR"] = folder;

afterAll(() => {
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true, force: true });
  if (left.length > 0) throw new Error(`left in the temporary folder: ${left.join(", ")}`);
});
