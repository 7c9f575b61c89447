import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The test runner that a regression is written for. */
export type TestRunner = "vitest" | "jest" | "node:test";

/** What of a project decides how a test file is written. */
export interface TestStyle {
  readonly runner: TestRunner;
  /** Whether its `.js` files are ES modules. */
  readonly isModule: boolean;
  /** How one file of the project imports another with the ending `.ts`. */
  readonly ending: ".ts" | ".js" | "";
}

/** Reads the style off package.json and tsconfig.json; what cannot be read says nothing. */
export function testStyle(projectRoot: string): TestStyle {
  const manifest = readManifest(projectRoot);
  const runner = runnerOf(manifest);
  return { runner, isModule: manifest.type === "module", ending: endingOf(projectRoot, runner) };
}

// --- inside ---

interface Manifest {
  readonly type?: unknown;
  readonly scripts?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
}

function readManifest(projectRoot: string): Manifest {
  try {
    const parsed: unknown = JSON.parse(
      readFileSync(path.join(projectRoot, "package.json"), "utf8"),
    );
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** A script says what is really run; dependencies only what is there. */
function runnerOf({ scripts, dependencies, devDependencies }: Manifest): TestRunner {
  const test = Object.entries(tableOf(scripts)).toSorted(testFirst);
  for (const [, command] of test) {
    if (typeof command !== "string") continue;
    const named = /\b(?<runner>vitest|jest)\b|\bnode\b.*\s--test\b/u.exec(command);
    if (named !== null) return runnerNamed(named.groups?.["runner"]);
  }
  const installed = { ...tableOf(dependencies), ...tableOf(devDependencies) };
  if ("vitest" in installed) return "vitest";
  return "jest" in installed ? "jest" : "node:test";
}

function runnerNamed(name: string | undefined): TestRunner {
  return name === "vitest" || name === "jest" ? name : "node:test";
}

function testFirst(
  [first]: readonly [string, unknown],
  [second]: readonly [string, unknown],
): number {
  const rank = (name: string): number => (name === "test" ? 0 : name.startsWith("test") ? 1 : 2);
  return rank(first) - rank(second);
}

function tableOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Node runs files as they are named; others follow what the type checker of the project allows. */
function endingOf(projectRoot: string, runner: TestRunner): TestStyle["ending"] {
  if (runner === "node:test") return ".ts";
  const file = path.join(projectRoot, "tsconfig.json");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (/"(?:allowImportingTs|rewriteRelativeImport)Extensions"\s*:\s*true/u.test(text)) return ".ts";
  return /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/iu.test(text) ? ".js" : "";
}
