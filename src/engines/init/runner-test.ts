import { textCode } from "../../kernel/values/literal-code.ts";
import { adapters, type TestRunnerName } from "../../subject/test-runner.ts";
import type { StarterFile } from "./starter-test.ts";

/** What runs the tests of a project. */
export interface TestRunner {
  readonly name: TestRunnerName;
  /** Whether `.js` files of the package are ES modules. */
  readonly isModule: boolean;
}

/** The test that hands chaos tests to the project's own test runner. */
export function runnerTest(
  { name, isModule }: TestRunner,
  starters: readonly string[],
  folder: string,
): StarterFile {
  const ending = { vitest: "ts", jest: isModule ? "cjs" : "js", "node:test": "mjs" }[name];
  const adapter = textCode(adapters[name]);
  const head =
    name === "jest"
      ? `const { chaos } = require(${adapter});`
      : `import { chaos } from ${adapter};`;
  const calls = starters.map((file) => `chaos(${textCode(file.slice(folder.length + 1))});`);
  const text = [head, "", "// Each is explored by 200 runs, for 10 seconds at most.", ...calls, ""];
  return { path: `${folder}/chaos.test.${ending}`, text: text.join("\n") };
}
