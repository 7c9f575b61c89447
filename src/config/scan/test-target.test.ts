import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { errorText, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { TestTarget } from "../config.ts";
import { camelKeys } from "../camel-keys.ts";
import { fileDefaults } from "../file-config.ts";
import { loadConfig } from "../load-config.ts";

let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-target-"));
  for (const file of ["package.json", "tests/pay.chaos.ts", "tests/cart.chaos.ts", "src/pay.ts"]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function resolved(selector: string, path = "gauntlet.toml"): Promise<readonly TestTarget[]> {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `[[tests]]\nclass = ${JSON.stringify(selector)}\nmax_runs = 9\n`);
  const { tests } = await loadConfig({ cwd: root, path });
  return (await tests[0]?.resolve()) ?? [];
}

async function complaint(selector: string): Promise<string> {
  try {
    await resolved(selector);
    return "nothing";
  } catch (error) {
    if (error instanceof GauntletError) return errorText(error).replaceAll(root, "<root>");
    throw error;
  }
}

test("a file is resolved with its export and the merged settings", async () => {
  const file = join(root, "tests/pay.chaos.ts");
  const explorer = camelKeys({ ...fileDefaults.explorer, max_runs: 9 });
  expect(await resolved("tests/pay.chaos.ts")).toEqual([{ file, exportName: "default", explorer }]);
  expect(await resolved("./tests/pay.chaos.ts#checkout")).toEqual([
    { file, exportName: "checkout", explorer },
  ]);
});

test("a pattern is resolved to its files in order, each once", async () => {
  const files = (await resolved("{tests,tests/**,.}/*.chaos.ts#x")).map(({ file }) => file);
  expect(files).toEqual([join(root, "tests/cart.chaos.ts"), join(root, "tests/pay.chaos.ts")]);
});

test("a pattern is relative to the config's directory and may stay below the root", async () => {
  const targets = await resolved("../tests/pay.chaos.ts", "ci/gauntlet.toml");
  expect(targets.map(({ file }) => file)).toEqual([join(root, "tests/pay.chaos.ts")]);
});

test("a pattern that matches nothing is shown in its line with the nearest files", async () => {
  expect(await complaint("tests/pya.chaos.ts#checkout")).toMatchInlineSnapshot(`
    "error[C012]: \`tests/pya.chaos.ts\` matches no file
      --> gauntlet.toml:2:9
       2 | class = "tests/pya.chaos.ts#checkout"
         |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    note: looked in the project root; the nearest files are \`tests/pay.chaos.ts\`, \`tests/cart.chaos.ts\`, \`src/pay.ts\`"
  `);
  expect(await complaint("test/*.chaos.ts")).toContain("`test/*.chaos.ts` matches no file");
  expect(await complaint("tests")).toContain("`tests` matches no file");
});

test("a link to a file outside the project is refused", async () => {
  const outside = mkdtempSync(join(tmpdir(), "gauntlet-outside-"));
  writeFileSync(join(outside, "evil.chaos.ts"), "");
  symlinkSync(join(outside, "evil.chaos.ts"), join(root, "tests/evil.chaos.ts"));
  try {
    expect(await complaint("tests/*.chaos.ts")).toContain("C011");
    expect(await complaint("tests/evil.chaos.ts")).toContain("C011");
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

test.each(["../x.ts", "/etc/passwd", "{../..,tests}/x.ts", "a.ts#", "#x", "a.ts#not-a-name"])(
  "the selector %s is refused when the config is loaded",
  async (selector) => {
    expect(await complaint(selector)).toMatch(/^error\[C011\]: `\[\[tests\]\] class` must /u);
  },
);
