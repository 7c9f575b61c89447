import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { checkWithExceptions, exceptions } from "./house/exceptions.ts";
import { rules } from "./house/rules.ts";
import { formatViolation, readTree } from "./house/source-file.ts";

// The house rules of CONTRIBUTING.md. Each rule is a pure function in test/house/ and has a text
// that breaks it in test/house/rules.test.ts, because a rule that cannot fail is not a test.
describe("the house", () => {
  const tree = readTree(fileURLToPath(new URL("..", import.meta.url)));

  test("there is a house to look at", () => {
    expect(tree.some(({ path }) => path.startsWith("src/kernel/"))).toBe(true);
  });

  for (const rule of rules) {
    test(rule.name, () => {
      const violations = checkWithExceptions(rule, tree, exceptions).map(formatViolation);
      expect(violations.length, `\n${violations.join("\n")}\n`).toBe(0);
    });
  }

  test("every exception belongs to a rule and gives its reason", () => {
    const names = rules.map(({ name }) => name);
    for (const { rule, because } of exceptions) {
      expect(names).toContain(rule);
      expect(because.length).toBeGreaterThan(20);
    }
  });
});
