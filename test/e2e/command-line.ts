import { spawn } from "node:child_process";
import path from "node:path";
import type { ResultDocument } from "../../src/report/json.ts";
import { repository } from "./example.ts";

/** How a command ended and what it printed. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command line, as a user does. */
export function gauntlet(cwd: string, ...flags: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const main = path.join(repository, "dist", "cli", "main.js");
    const child = spawn(process.execPath, [main, ...flags], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1" },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

/** The document that `--json` printed. */
export function documentOf({ stdout, stderr }: Ended): ResultDocument {
  if (stdout === "") throw new Error(`nothing was printed; the talk was: ${stderr}`);
  return JSON.parse(stdout) as ResultDocument;
}
