import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { ConfigError } from "../../src/kernel/errors/config-error.ts";
import type { ErrorParts } from "../../src/kernel/errors/gauntlet-error.ts";
import { readScenario } from "../../src/subject/scenarios/index.ts";

const folder = mkdtempSync(path.join(tmpdir(), "gauntlet-scenario-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

/** The problems that reading a text finds; none where it is a scenario. */
export async function problemsIn(
  content: string | Uint8Array,
  ending = "yaml",
): Promise<readonly ErrorParts[]> {
  const shown = `a.scenario.${ending}`;
  const file = path.join(folder, `${(count += 1)}.scenario.${ending}`);
  writeFileSync(file, content);
  try {
    await readScenario({ file, shown });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  } finally {
    rmSync(file);
  }
}

/** Each problem as `code pointer`. */
export async function judged(data: unknown): Promise<readonly string[]> {
  const problems = await problemsIn(JSON.stringify(data), "json");
  return problems.map(({ code, pointer }) => `${code} ${pointer ?? ""}`);
}
