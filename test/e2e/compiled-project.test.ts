import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

// A service as many are: no `type` in package.json, `commonjs` in tsconfig, and a package whose
// names no lexer finds. Its own build runs it, so runs must.

const signer = `const sign = (text, key) => key + "." + text;
for (const [name, value] of Object.entries({ sign })) module.exports[name] = value;`;

const service = `import * as jwt from "signer";
import express = require("signer");
export function tokenFor(user: string): string {
  return jwt.sign(user, __dirname.length > 0 ? "key" : "");
}
export const isSame: boolean = express.sign === jwt.sign;
export function count(list: readonly number[]): number { return list.length; }`;

const chaosFile = `import fc from "fast-check";
import { always, chaosTest } from "gauntlet";
import { isSame, tokenFor } from "./src/token";
export default chaosTest({
  name: "tokens",
  setup: () => ({ tokens: [] as string[] }),
  rules: {
    issue: {
      draw: { user: fc.string() },
      run: (state, { user }) => { state.tokens.push(tokenFor(user)); always(isSame, "one package"); },
    },
  },
  invariants: { "every token is signed": (state) => state.tokens.every((t) => t.startsWith("key.")) },
});`;

function compiledProject(files: Readonly<Record<string, string>> = {}): TempProject {
  return new TempProject({
    "package.json": `{ "name": "service" }`,
    "tsconfig.json": `{ "compilerOptions": { "module": "commonjs", "esModuleInterop": true } }`,
    "node_modules/signer/package.json": `{ "name": "signer", "version": "1.0.0" }`,
    "node_modules/signer/index.js": signer,
    "node_modules/signer/index.d.ts": `export function sign(text: string, key: string): string;`,
    "src/token.ts": service,
    "tokens.chaos.ts": chaosFile,
    ...files,
  });
}

test("explore runs a project that is built to CommonJS as its build does", async () => {
  const { code, verdict, findings } = await compiledProject().told("explore", "--runs", "50");
  expect([code, verdict, findings]).toEqual([0, "held", []]);
});

test("what is broken in it is found, with the user's own line", async () => {
  const broken = service.replace('"key" : ""', '(user.length > 3 ? "" : "key") : ""');
  const project = compiledProject({ "src/token.ts": broken });
  const { code, findings } = await project.told("explore", "--runs", "200");
  expect(code).toBe(1);
  expect(findings.map(({ identity }) => identity.property)).toEqual(["every token is signed"]);
  const again = await project.told("replay", findings[0]?.trace ?? "");
  expect([again.code, again.findings[0]?.id]).toEqual([1, findings[0]?.id]);
});

test("a scan of it is silent", async () => {
  const { verdict, findings } = await compiledProject().told("scan", "src", "--runs", "50");
  expect([verdict, findings]).toEqual(["held", []]);
});

test("`module` under `[loader]` says how it is loaded", async () => {
  const project = compiledProject({ "gauntlet.toml": `[loader]\nmodule = "esm"\n` });
  const { code, err } = await project.gauntlet("explore", "--runs", "50");
  expect([code, err]).toEqual([2, expect.stringContaining("require is not defined")]);
});
