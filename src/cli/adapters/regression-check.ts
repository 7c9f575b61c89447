import path from "node:path";
import { fileURLToPath } from "node:url";
import { resolveProjectRoot } from "../../subject/loader/project-root.ts";
import type { ChaosCheck } from "./chaos-checks.ts";

/** The check of a saved regression, by the place of its test file: `import.meta.url`. */
export function regressionCheck(testFile: string | URL): ChaosCheck {
  const isUrl = testFile instanceof URL || testFile.startsWith("file:");
  const file = isUrl ? fileURLToPath(testFile) : testFile;
  const id = path.basename(file).replace(/\.test\.\w+$/, "");
  return {
    name: `regression ${id}`,
    timeoutMs: 60_000, // a process starts and makes one run
    run: () => check(id, resolveProjectRoot(file)),
  };
}

// --- inside ---

async function check(id: string, projectRoot: string): Promise<void> {
  const { verify } = await import("../../engines/verify/index.ts");
  const { loadConfig } = await import("../../config/index.ts");
  const { settingsOf } = await import("../settings.ts");
  const settings = settingsOf(await loadConfig({ cwd: projectRoot }));
  const { verified } = await verify({ projectRoot, settings, ids: [id], mode: "read" });
  const [found] = verified;
  if (found === undefined || found.status === "fixed") return;
  const { record, status, because } = found;
  const reason = because === "" ? record.failure : because;
  throw new RegressionFailure(`${record.module}:${record.name} is ${status}: ${reason}`);
}

/** A regression that is not fixed; the message says all of it. */
class RegressionFailure extends Error {
  override readonly name: string = "RegressionFailure";
  constructor(message: string) {
    super(message);
    // The stack would show the adapter, where nobody can mend it.
    this.stack = `${this.name}: ${this.message}`;
  }
}
