/** The test runners that there are adapters for. */
export type TestRunnerName = "vitest" | "jest" | "node:test";

/** The adapter of each, as it is imported. */
export const adapters: Readonly<Record<TestRunnerName, string>> = {
  vitest: "gauntlet/vitest",
  jest: "gauntlet/jest",
  "node:test": "gauntlet/node-test",
};

/** What runs the tests of a project, by its package.json; undefined where it does not say. */
export function testRunnerOf(
  manifest: Readonly<Record<string, unknown>> | undefined,
): TestRunnerName | undefined {
  const asked = {
    ...fieldsOf(manifest?.["dependencies"]),
    ...fieldsOf(manifest?.["devDependencies"]),
  };
  const script = Object.values(fieldsOf(manifest?.["scripts"])).join("\n");
  if (asked["vitest"] !== undefined) return "vitest";
  if (asked["jest"] !== undefined || /(?:^|\s)jest\b/mu.test(script)) return "jest";
  return /\bnode\b.*\s--test\b/u.test(script) ? "node:test" : undefined;
}

// --- inside ---

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
