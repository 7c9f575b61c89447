import { expect, test } from "vitest";
import { repository, TempProject } from "./temp-project.ts";

const config = `
[[scan]]
module = "src/*"
max_examples = 30

[[contracts]]
target = "parsePrice"
checks = ["shell_injection"]

[[contracts]]
target = "listing"
checks = ["shell_injection"]
`;

const broken = {
  parsePrice: `/** @param {string} text @param {string} mark @returns {number} */
EXPORT function parsePrice(text, mark) {
  return text.match(/\\d+/)[0].length + mark.length;
}
`,
  // The contract is what it breaks, so only the pass for contracts can show it.
  listing: `/** @param {string} folder @returns {string} */
EXPORT function listing(folder) {
  return "ls " + folder;
}
`,
};

const mended = {
  parsePrice: broken.parsePrice.replace(".match(/\\d+/)[0]", ""),
  listing: broken.listing.replace(
    '"ls " + folder',
    `"ls '" + folder.replaceAll("'", "'\\\\''") + "'"`,
  ),
};

const runners = {
  vitest: { words: ["node_modules/vitest/vitest.mjs", "run", "--no-cache"], isModule: true },
  jest: { words: ["node_modules/jest/bin/jest.js", "--ci", "--no-cache"], isModule: false },
  "node:test": { words: ["--test", "test/gauntlet-regressions/"], isModule: true },
} as const;

type Functions = Readonly<Record<"parsePrice" | "listing", string>>;

test.each(Object.entries(runners))(
  "what `scan --save` writes for %s is red until the code is mended, in whatever pass it was found",
  async (runner, { words, isModule }) => {
    const project = projectFor(runner, isModule);
    const write = (functions: Partial<Functions>): void =>
      project.write("src/money.js", sourceOf(functions, isModule));
    write(broken);
    const scanned = await project.told("scan", "src", "--save");
    expect(scanned.findings.map(({ evidence }) => evidence?.target)).toEqual([
      "src/money.js:listing",
      "src/money.js:parsePrice",
    ]);
    const verified = await project.told("verify");
    expect(verified).toMatchObject({
      code: 1,
      regressions: [
        { target: "src/money.js:listing", status: "still broken", how: "trace" },
        { target: "src/money.js:parsePrice", status: "still broken", how: "code" },
      ],
    });
    const countOf = async (): Promise<readonly unknown[]> => {
      const { code, out, err } = await project.node(...words);
      return [code, failedIn(out + err)];
    };
    expect(await countOf()).toEqual([1, 2]);
    write({ listing: mended.listing });
    expect(await countOf()).toEqual([1, 1]);
    write(mended);
    expect(await countOf()).toEqual([0, 0]);
  },
);

test("a second scan reads only the types that depend on what has changed", async () => {
  const project = new TempProject({
    "src/a.ts": "export function a(text: string): string { return text; }\n",
    "src/b.ts": "export function b(text: string): string { return text; }\n",
  });
  const filesOf = async (): Promise<unknown> =>
    (await project.told("scan", "src", "--runs", "1")).scan?.files;
  expect(await filesOf()).toEqual({ analysed: 2, reused: 0 });
  project.write("src/b.ts", "export function b(count: number): number { return count; }\n");
  expect(await filesOf()).toEqual({ analysed: 1, reused: 1 });
});

// --- inside ---

function projectFor(runner: string, isModule: boolean): TempProject {
  const script = runner === "node:test" ? "node --test" : runner;
  const project = new TempProject({
    "package.json": JSON.stringify({
      name: "temp",
      ...(isModule ? { type: "module" } : {}),
      scripts: { test: script },
    }),
    "gauntlet.toml": config,
    "jest.config.json": `{ "watchman": false, "transform": {} }`,
  });
  if (runner !== "node:test") project.link(runner);
  project.link("gauntlet", repository);
  return project;
}

function sourceOf(functions: Partial<Functions>, isModule: boolean): string {
  const text = Object.values(functions).join("\n");
  if (isModule) return text.replaceAll("EXPORT ", "export ");
  const names = Object.keys(functions).join(", ");
  return `${text.replaceAll("EXPORT ", "")}module.exports = { ${names} };\n`;
}

/** How many tests failed: `# fail 1`, `ℹ fail 1`, `Tests  1 failed`, `Tests: 1 failed`. */
function failedIn(told: string): number {
  const found = /(?:^[#ℹ] fail (?<count>\d+))|(?:Tests:?\s+(?<failed>\d+) failed)/mu.exec(told);
  return Number(found?.groups?.["count"] ?? found?.groups?.["failed"] ?? 0);
}
