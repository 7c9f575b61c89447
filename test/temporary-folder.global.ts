import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** One folder for all test files of a run, so that nothing stays where one of them crashed. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "tests-"));
  chmodSync(folder, 0o755); // tests also run commands as another user
  process.env["TMPDIR"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
