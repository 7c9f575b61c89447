import { describe, expect, test } from "vitest";
import { planted } from "./fixtures/planted.ts";
import { harmIn, sinksOf } from "./fixtures/project.ts";

describe("a planted bug is found and its correct twin is not", () => {
  for (const { name, bug, fixed, found } of planted) {
    test(name, () => {
      expect(harmIn(bug)).toEqual(found);
      expect(harmIn(fixed)).toEqual([]);
    });
  }
});

const processes = `import { exec, execSync, spawn } from "node:child_process";\n`;

describe("a parameter is followed", () => {
  test("through names, texts and lists", () => {
    const text = `${processes}export function run(name: string) {
  const parts = ["tar"];
  parts.push("-cf", name);
  let line = parts.join(" ");
  line += " --verbose";
  exec(line);
}`;
    expect(harmIn(text)).toEqual(["shell: name"]);
  });

  test("out of an object that is taken apart", () => {
    const text = `${processes}export function run({ tool, options: { cwd, ...rest } }: Options) {
  exec(\`\${tool} \${rest.flag}\`, { cwd });
}`;
    const found = sinksOf(text).map(({ param, keys, index }) => ({ param, keys, index }));
    expect(found).toEqual([
      { param: "tool", keys: ["tool"], index: 0 },
      { param: "options", keys: ["options", "flag"], index: 0 },
    ]);
  });

  test("into a field that the constructor fills", () => {
    const text = `${processes}export class Git {
  readonly #folder: string;
  constructor(folder: string, private readonly remote: string) { this.#folder = folder; }
  fetch() { execSync(\`git -C \${this.#folder} fetch \${this.remote}\`); }
}`;
    const found = sinksOf(text).map(({ param, of, path }) => ({ param, of, path }));
    expect(found).toMatchInlineSnapshot(`
      [
        {
          "of": "constructor",
          "param": "folder",
          "path": [
            "\`folder\` of the constructor",
            "passed to \`new Git\` as \`folder\`",
            "kept in \`this.#folder\` at src/a.ts:4",
            "put into a text at src/a.ts:5",
            "\`child_process.execSync\`",
          ],
        },
        {
          "of": "constructor",
          "param": "remote",
          "path": [
            "\`remote\` of the constructor",
            "kept in \`this.remote\`",
            "put into a text at src/a.ts:5",
            "\`child_process.execSync\`",
          ],
        },
      ]
    `);
  });

  test("through helpers of the same file and of others", () => {
    const others = {
      "src/run.ts": `${processes}export const run = (command: string) => { execSync(command); };
export { run as start };`,
      "src/index.ts": `export * from "./run.ts";`,
    };
    const text = `import { start } from "./index.ts";
function quoted(text: string) { return '"' + text + '"'; }
export function archive(folder: string) { start(\`tar -cf out.tar \${quoted(folder)}\`); }`;
    const found = sinksOf(text, others).map(({ param, place, path }) => ({ param, place, path }));
    expect(found).toMatchInlineSnapshot(`
      [
        {
          "param": "folder",
          "path": [
            "\`folder\`",
            "passed to \`quoted\` as \`text\`",
            "put into a text at src/a.ts:2",
            "put into a text at src/a.ts:3",
            "passed to \`run\` as \`command\`",
            "\`child_process.execSync\`",
          ],
          "place": {
            "file": "src/run.ts",
            "line": 2,
          },
        },
      ]
    `);
  });

  test("into callbacks and promises", () => {
    const text = `${processes}export function all(names: string[]) {
  return Promise.all(names.map((name) => new Promise((resolve) => exec("cat " + name, resolve))));
}`;
    expect(harmIn(text)).toEqual(["shell: names"]);
  });

  test("through spread arguments and a promisified function", () => {
    const text = `import { promisify } from "node:util";\n${processes}const run = promisify(exec);
export async function all(...words: string[]) { await run(["ls", ...words].join(" ")); }`;
    expect(harmIn(text)).toEqual(["shell: words"]);
  });

  test("through require and module.exports", () => {
    const text = `const { exec } = require("child_process");
function run(name) { exec("cat " + name); }
module.exports = { run };`;
    expect(harmIn(text)).toEqual(["shell: name"]);
  });
});

describe("nothing is said", () => {
  test("of numbers, flags and words from a list", () => {
    const text = `${processes}type Level = "low" | "high";
interface Options { readonly count: number; readonly level: Level; readonly on: boolean }
export const a = (count: number, level: Level) => execSync(\`nice -n \${count} \${level}\`);
export const b = ({ count, level, on }: Options) => execSync(\`nice -n \${count} \${level} \${on}\`);
export const c = (text: string) => execSync(\`nice -n \${Number(text)}\`);`;
    expect(harmIn(text)).toEqual([]);
  });

  test("of what was only looked up or awaited", () => {
    const text = `${processes}const commands: Record<string, string> = { a: "ls" };
export const run = (name: string) => execSync(commands[name] ?? "pwd");
export async function load(db: any, id: string) { execSync(String((await db.find(id)).length)); }`;
    expect(harmIn(text)).toEqual([]);
  });

  test("of a function that shares the name of a sink", () => {
    const text = `function exec(line: string) { return line.length; }
export const measure = (line: string) => exec(line);
export const match = (line: string) => /a/.exec(line);`;
    expect(sinksOf(text)).toEqual([]);
  });

  test("of a recursion that never ends on paper", () => {
    const text = `export function a(text: string): string { return b(text + "x"); }
export function b(text: string): string { return a(text + "y"); }`;
    expect(sinksOf(text)).toEqual([]);
  });
});

describe("what makes a parameter harmless is named", () => {
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    [
      "a word from a list",
      `if (!["a", "b"].includes(x)) return; exec(x);`,
      "checked against a list",
    ],
    ["a pattern", `if (!/^[a-z]+$/.test(x)) throw new Error(x); exec(x);`, "matches `/^[a-z]+$/`"],
    ["shell-quote", `exec("cat " + quote([x]));`, "`shell-quote`"],
    ["JSON.stringify is none", `exec("cat " + JSON.stringify(x));`, undefined],
    [
      "an empty text that is refused is none",
      `if (x === "") throw new Error(); exec(x);`,
      undefined,
    ],
    [
      "a check in another branch is none",
      `if (y) { if (!known.has(x)) return; } exec(x);`,
      undefined,
    ],
    [
      "a check whose answer is kept",
      `const ok = known.has(x); if (!ok) return; exec(x);`,
      "checked against a list",
    ],
    ["a check by a helper", `assertKnown(x); exec(x);`, "checked against a list"],
    ["one of the cases", `switch (x) { case "a": exec(x); }`, "one of the cases of a `switch`"],
    ["a cache is not a list", `if (seen.has(x)) return; exec(x);`, undefined],
  ];
  for (const [name, body, expected] of cases) {
    test(name, () => {
      const text = `${processes}import { quote } from "shell-quote";
const known = new Set(["a"]);
const seen = new Set();
function assertKnown(text: string) { if (!known.has(text)) throw new Error(text); }
export function run(x: string, y: boolean) { ${body} }`;
      const run = sinksOf(text).filter(({ param }) => param === "x");
      expect(run.map(({ isSanitised }) => isSanitised)).toEqual([expected]);
    });
  }
});
