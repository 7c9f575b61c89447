import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { errorText } from "../../kernel/errors/gauntlet-error.ts";
import { loadConfig } from "../load-config.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-scan-config-"));
  write("package.json", "{}");
  write("test/factories.ts", "export const makeCart = () => 1;\n");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

async function load(toml: string): ReturnType<typeof loadConfig> {
  write("gauntlet.toml", toml);
  return loadConfig({ cwd: root });
}

async function complaint(toml: string): Promise<string> {
  try {
    await load(toml);
  } catch (error) {
    if (error instanceof ConfigError) return errorText(error).replaceAll(root, "<root>");
    throw error;
  }
  throw new Error("the config was accepted");
}

test("an unknown contract is shown with the nearest name", async () => {
  const text = '[[contracts]]\ntarget = "f"\nchecks = ["quoted_path"]\n';
  expect(await complaint(text)).toMatchInlineSnapshot(`
    "error[C008]: \`[[contracts]] checks[0]\` must be the name of a contract, got \`"quoted_path"\`
      --> gauntlet.toml:3:11
       3 | checks = ["quoted_path"]
         |           ^^^^^^^^^^^^^
    help: did you mean \`quoted_paths\`?"
  `);
});

test("an unknown key of a scenario is told by its place", async () => {
  const scenario = '{ kind = "setattr", pth = "a", path = "a", value = 1 }';
  const text = `[[objects]]\ntarget = "C"\nscenarios = [${scenario}]\n`;
  expect(await complaint(text)).toMatchInlineSnapshot(`
    "error[C006]: unknown key \`pth\` in \`[[objects]] scenarios\`
      --> gauntlet.toml:3:34
       3 | scenarios = [{ kind = "setattr", pth = "a", path = "a", value = 1 }]
         |                                  ^^^
    help: did you mean \`path\`?"
  `);
});

test.each([
  ['[[scan]]\nmodule = "../x"', "C011"],
  ["[[scan]]\ntargets = []", "C010"],
  ['[[scan]]\nmodule = "a"\ntargets = ["a b"]', "C011"],
  ['[[scan]]\nmodule = "a"\ntargets = ["../../b.ts:f"]', "C011"],
  ['[[scan]]\nmodule = "a"\nfixtures = { a = "no.ts#x" }', "C011"],
  ['[[scan]]\nmodule = "a"\nfixtures = { a = "f(1)" }', "C011"],
  ['[[scan]]\nmodule = "a"\nfixtures = { a = 1 }', "C008"],
  ['[[scan]]\nmodule = "a"\nfixture_registries = ["no.ts"]', "C011"],
  ['[[scan]]\nmodule = "a"\nexpected_relations = { a = "b" }', "C008"],
  ['[[scan]]\nmodule = "a"\nmin_realism = 0.5', "C006"],
  ['[[objects]]\ntarget = "C"\nfactory = "test/factories.ts"', "C011"],
  ['[[objects]]\ntarget = "C"\nfactory = "test/none.ts#f"', "C011"],
  ['[[objects]]\ntarget = "C"\nscenarios = ["sandbx"]', "C011"],
  ['[[objects]]\ntarget = "C"\nscenarios = [{ kind = "setattr", path = "a" }]', "C011"],
  ['[[contracts]]\ntarget = "f"\nkwargs = { at = 2026-01-01 }', "C011"],
  ['[init]\noutput_dir = "../out"', "C011"],
  ['[init]\nci_name = "../x"', "C008"],
  ['[init]\nmutation_preset = "essential"', "C007"],
])("%s is %s", async (text, code) => {
  expect(await complaint(text)).toMatch(new RegExp(`^error\\[${code}\\]: `));
});
