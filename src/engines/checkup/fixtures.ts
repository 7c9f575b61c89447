import { expect } from "vitest";
import type { Check } from "./check.ts";

/** The files of a project, by path. */
export type Files = Readonly<Record<string, string>>;

/** A project in which something is wrong, what is said of it, and the files that mend it. */
export interface CheckupCase {
  readonly what: string;
  readonly name: string;
  readonly files: Files;
  readonly sees: Omit<Check, "name">;
  /** What mends it, over the files; `null` leaves a file out. */
  readonly mended: Readonly<Record<string, string | null>>;
}

const chaos = `import { chaosTest } from "gauntlet";\nexport default chaosTest({});\n`;
const stepsText = "version: 1\nname: a\nsteps:\n  - { type: assert_ok, value: true }\n";
const drawing = `import fc from "fast-check";\n${chaos}`;
const installed = (name: string, version: string): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
});

/** One for each thing that can be in the way. */
export const cases: readonly CheckupCase[] = [
  {
    what: "no package.json",
    name: "package.json",
    files: {},
    sees: { state: "note", says: expect.stringContaining("none"), help: "npm init -y" },
    mended: { "package.json": "{}" },
  },
  {
    what: "a package.json that is not JSON",
    name: "package.json",
    files: { "package.json": "{" },
    sees: {
      state: "blocked",
      says: "it is not a JSON object",
      help: expect.stringContaining("node"),
    },
    mended: { "package.json": "{}" },
  },
  {
    what: "two lock files",
    name: "package manager",
    files: { "package.json": "{}", "pnpm-lock.yaml": "", "yarn.lock": "" },
    sees: {
      state: "note",
      says: "pnpm (pnpm-lock.yaml); yarn.lock belongs to another one and grows stale",
      help: "git rm yarn.lock",
    },
    mended: { "yarn.lock": null },
  },
  {
    what: "packages that are not installed",
    name: "packages",
    files: { "package.json": `{ "dependencies": { "a": "1", "b": "1" } }`, "bun.lock": "" },
    sees: {
      state: "blocked",
      says: "not installed: a and 1 more",
      help: "bun install --frozen-lockfile",
    },
    mended: { ...installed("a", "1.0.0"), ...installed("b", "1.0.0") },
  },
  {
    what: "packages in archives",
    name: "packages",
    files: { "package.json": "{}", "yarn.lock": "", ".pnp.cjs": "" },
    sees: {
      state: "blocked",
      says: expect.stringContaining("Plug'n'Play"),
      help: "yarn config set nodeLinker node-modules && yarn install",
    },
    mended: { ".pnp.cjs": null },
  },
  {
    what: "a tsconfig that extends what is not there",
    name: "tsconfig.json",
    files: { "package.json": "{}", "tsconfig.json": `{ "extends": "./base.json" }` },
    sees: {
      state: "blocked",
      says: "tsconfig.json: cannot find `./base.json`, which this tsconfig extends",
      help: "install the package or correct `extends`",
    },
    mended: { "base.json": "{}" },
  },
  {
    what: "imports that tsc refuses",
    name: "tsconfig.json",
    files: {
      "package.json": "{}",
      "tsconfig.json": "{}",
      "a.chaos.ts": `import { a } from "./src/a.ts";\n${chaos}`,
    },
    sees: {
      state: "note",
      says: "tsc refuses `.ts` in imports, which a.chaos.ts has; runs do not mind",
      help: expect.stringContaining(`"allowImportingTsExtensions": true`),
    },
    mended: {
      "tsconfig.json": `{ "compilerOptions": { "allowImportingTsExtensions": true } }`,
    },
  },
  {
    what: "a resolution that finds no packages",
    name: "tsconfig.json",
    files: {
      "package.json": "{}",
      "tsconfig.json": `{ "compilerOptions": { "moduleResolution": "Classic" } }`,
    },
    sees: {
      state: "note",
      says: expect.stringContaining("`classic` finds no packages"),
      help: `"moduleResolution": "bundler"`,
    },
    mended: { "tsconfig.json": `{ "compilerOptions": { "moduleResolution": "node10" } }` },
  },
  {
    what: "ES syntax that tsc refuses in CommonJS",
    name: "tsconfig.json",
    files: {
      "package.json": "{}",
      "tsconfig.json": `{ "compilerOptions": { "verbatimModuleSyntax": true } }`,
    },
    sees: {
      state: "note",
      says: expect.stringContaining("`verbatimModuleSyntax` refuses `import`"),
      help: expect.stringContaining(`"type": "module"`),
    },
    mended: { "package.json": `{ "type": "module" }` },
  },
  {
    what: "an adapter without its runner",
    name: "test runner",
    files: { "package.json": "{}", "a.test.ts": `import { chaos } from "gauntlet/vitest";\n` },
    sees: {
      state: "blocked",
      says: "a.test.ts uses `gauntlet/vitest`, and vitest is not installed",
      help: "npm install --save-dev vitest",
    },
    mended: {
      "package.json": `{ "devDependencies": { "vitest": "4" } }`,
      ...installed("vitest", "4.1.0"),
    },
  },
  {
    what: "a runner that no chaos test is handed to",
    name: "test runner",
    files: {
      "package.json": `{ "scripts": { "test": "node --test" } }`,
      "a.chaos.ts": chaos,
    },
    sees: {
      state: "note",
      says: "node:test; no test hands chaos tests to it",
      help: `in a test: import { chaos } from "gauntlet/node-test"; chaos("a.chaos.ts");`,
    },
    mended: { "a.test.js": `import { chaos } from "gauntlet/node-test";\nchaos("a.chaos.ts");\n` },
  },
  {
    what: "fast-check missing where a test imports it",
    name: "fast-check",
    files: { "package.json": "{}", "yarn.lock": "", "a.chaos.ts": drawing },
    sees: {
      state: "blocked",
      says: "not installed, and a.chaos.ts imports it",
      help: "yarn add -D fast-check",
    },
    mended: installed("fast-check", "4.1.0"),
  },
  {
    what: "a fast-check of another major version",
    name: "fast-check",
    files: { "package.json": "{}", ...installed("fast-check", "3.23.1") },
    sees: {
      state: "blocked",
      says: "3.23.1 is not supported: ^4.0.0 is",
      help: "npm install --save-dev fast-check@^4.0.0",
    },
    mended: installed("fast-check", "4.0.0"),
  },
  {
    what: "an optional package that is too old",
    name: "optional packages",
    files: { "package.json": "{}", ...installed("ai", "5.0.1") },
    sees: {
      state: "note",
      says: "ai 5.0.1 is not supported: ^6.0.0 is",
      help: "npm install --save-dev ai@latest",
    },
    mended: installed("ai", "6.0.1"),
  },
  {
    what: "a config with a wrong key",
    name: "config",
    files: { "package.json": "{}", "gauntlet.toml": "[explorer]\nsede = 1\n" },
    sees: {
      state: "blocked",
      says: expect.stringMatching(/^gauntlet\.toml:2:1: .*`sede`/u),
      help: expect.stringContaining("seed"),
    },
    mended: { "gauntlet.toml": "[explorer]\nseed = 1\n" },
  },
  {
    what: "a config whose tests are nowhere",
    name: "config",
    files: { "package.json": "{}", "gauntlet.toml": `[[tests]]\nclass = "tests/**/*.chaos.ts"\n` },
    sees: {
      state: "blocked",
      says: expect.stringContaining("tests/**/*.chaos.ts"),
      help: expect.any(String),
    },
    mended: { "tests/a.chaos.ts": chaos },
  },
  {
    what: "a chaos file that does not parse",
    name: "chaos tests",
    files: { "package.json": "{}", "a.chaos.ts": `${chaos}const = 1;\n` },
    sees: {
      state: "blocked",
      says: expect.stringMatching(/^a\.chaos\.ts:3: /u),
      help: expect.stringContaining("correct the line"),
    },
    mended: { "a.chaos.ts": chaos },
  },
  {
    what: "a scenario that cannot be read",
    name: "scenarios",
    files: { "package.json": "{}", "my steps/a.scenario.yaml": "name: [" },
    sees: {
      state: "blocked",
      says: expect.stringContaining("my steps/a.scenario.yaml"),
      help: "npx gauntlet validate 'my steps/a.scenario.yaml'",
    },
    mended: { "my steps/a.scenario.yaml": stepsText },
  },
  {
    what: "regressions whose test is gone",
    name: "regressions",
    files: { "package.json": "{}", "a.regressions/1.jsonl": "" },
    sees: {
      state: "note",
      says: "the test that a.regressions belongs to is gone, so nothing replays it",
      help: "bring the test back, or git rm -r a.regressions",
    },
    mended: { "a.chaos.ts": chaos },
  },
  {
    what: "a file where findings go",
    name: ".gauntlet",
    files: { "package.json": "{}", ".gauntlet": "" },
    sees: { state: "blocked", says: expect.stringContaining("it is a file"), help: "rm .gauntlet" },
    mended: { ".gauntlet": null },
  },
  {
    what: "a store that Git would take in",
    name: "git",
    files: { "package.json": "{}", ".git/HEAD": "" },
    sees: {
      state: "note",
      says: expect.stringContaining("not ignored"),
      help: "echo .gauntlet/ >> .gitignore",
    },
    mended: { ".gitignore": ".gauntlet/\n" },
  },
  {
    what: "a signing key in the folder that may be deleted",
    name: "signing key",
    files: { "package.json": "{}", ".gauntlet/certificate-key.pem": "" },
    sees: {
      state: "note",
      says: ".gauntlet/certificate-key.pem is in .gauntlet/, which may be deleted",
      help: expect.stringMatching(/^mkdir .*&& mv .gauntlet\/certificate-key.pem .gauntlet-keys/u),
    },
    mended: { ".gauntlet/certificate-key.pem": null },
  },
];
