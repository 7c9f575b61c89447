import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testStyle } from "./test-runner.ts";

function styleOf(manifest: string, tsconfig = ""): ReturnType<typeof testStyle> {
  const root = mkdtempSync(path.join(tmpdir(), "gauntlet-style-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(path.join(root, "package.json"), manifest);
  if (tsconfig !== "") writeFileSync(path.join(root, "tsconfig.json"), tsconfig);
  return testStyle(root);
}

test.each([
  [`{ "scripts": { "test": "vitest run" } }`, "vitest"],
  [`{ "scripts": { "test": "npm run unit", "unit": "jest --ci" } }`, "jest"],
  [
    `{ "scripts": { "test": "node --import tsx --test" }, "devDependencies": { "jest": "1" } }`,
    "node:test",
  ],
  [`{ "scripts": { "build": "tsc", "test": "node --test", "test:ui": "vitest" } }`, "node:test"],
  [`{ "devDependencies": { "vitest": "1", "jest": "1" } }`, "vitest"],
  [`{ "dependencies": { "jest": "1" } }`, "jest"],
  [`{}`, "node:test"],
  [`no JSON`, "node:test"],
  [`{ "scripts": "test" }`, "node:test"],
])("%s is tested with %s", (manifest, runner) => {
  expect(styleOf(manifest).runner).toBe(runner);
});

test.each([
  [`{ "compilerOptions": { "allowImportingTsExtensions": true, "module": "nodenext" } }`, ".ts"],
  [`{ "compilerOptions": { "moduleResolution": "NodeNext" } }`, ".js"],
  [`{ "compilerOptions": { "moduleResolution": "bundler" } }`, ""],
])("with %s, a file is imported with the ending %o", (tsconfig, ending) => {
  expect(styleOf(`{ "devDependencies": { "vitest": "1" } }`, tsconfig).ending).toBe(ending);
  expect(styleOf("{}", tsconfig).ending).toBe(".ts");
});

test("a package says whether its files are modules", () => {
  expect(styleOf(`{ "type": "module" }`).isModule).toBe(true);
  expect(styleOf("{}").isModule).toBe(false);
});
