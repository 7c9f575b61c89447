import { spawn } from "node:child_process";
import path from "node:path";

/** What `check.mjs` says. */
export interface BuiltinsReport {
  readonly node: string;
  readonly names: number;
  readonly problems: Readonly<Record<string, readonly string[]>>;
  /** Whether the function that was asked for is guarded; absent where none was. */
  readonly plantedIsRefused?: boolean;
  readonly exitCode: number | null;
}

/** Runs `check.mjs` with a Node; one that does not start is an error that says what it printed. */
export async function checkWith(
  [command = "", ...words]: readonly string[],
  ...more: readonly string[]
): Promise<BuiltinsReport> {
  const script = path.join(import.meta.dirname, "check.mjs");
  const child = spawn(command, [...words, script, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.error += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (!said.out.startsWith("{")) {
    throw new Error(`${[command, ...words].join(" ")} gave no report: ${said.error}${said.out}`);
  }
  return { ...(JSON.parse(said.out) as Omit<BuiltinsReport, "exitCode">), exitCode };
}
