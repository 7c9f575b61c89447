import { describe, expect, test } from "vitest";
import { createProject } from "./temporary-project.ts";
import { LoadError } from "../../src/subject/loader/load-error.ts";
import { createLoader } from "../../src/subject/loader/loader.ts";

/** What the user is told about a project that does not load, without where it lies. */
async function told(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  using project = createProject(files);
  const loader = createLoader({ projectRoot: project.root });
  try {
    await loader.prepare(project.path("entry.ts"));
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    const help = error.help === undefined ? "" : `\nhelp: ${error.help}`;
    return `${error.code}: ${error.message}${help}`.replaceAll(`${project.root}/`, "");
  }
  return "it loads";
}

describe("the error says where and what to do for", () => {
  test("a syntax error", async () => {
    expect(await told({ "entry.ts": `const a = 1;\nconst b: number = ;\n` }))
      .toMatchInlineSnapshot(`
      "SYNTAX: syntax error: Unexpected token
        --> entry.ts:2:19
         2 | const b: number = ;
           |                   ^"
    `);
  });

  test("a syntax error in a file that is imported", async () => {
    const text = await told({ "entry.ts": `import "./other.mjs";`, "other.mjs": `let x; let x;` });
    expect(text).toContain("already been declared");
    expect(text).toContain("--> other.mjs:1:5");
  });

  test("an import that leads nowhere", async () => {
    const files = {
      "entry.ts": `import type { A } from "./types";

import { total } from "./totl.ts";
export default total;`,
      "total.ts": `export const total = 1;`,
    };
    expect(await told(files)).toMatchInlineSnapshot(`
      "UNRESOLVED_IMPORT: cannot find \`./totl.ts\`
        --> entry.ts:3:23
         3 | import { total } from "./totl.ts";
           |                       ^
      help: did you mean \`./total.ts\`?"
    `);
  });

  test("a package that is not installed", async () => {
    expect(await told({ "entry.ts": `export * from "@scope/none/deep";` })).toMatchInlineSnapshot(`
      "UNRESOLVED_IMPORT: cannot find \`@scope/none/deep\`
        --> entry.ts:1:15
         1 | export * from "@scope/none/deep";
           |               ^
      help: install it: npm install @scope/none"
    `);
  });

  test("a path that a package does not export", async () => {
    const text = await told({
      "entry.ts": `import "closed/inner.js";`,
      "node_modules/closed/package.json": `{ "name": "closed", "exports": "./index.js" }`,
      "node_modules/closed/inner.js": ``,
    });
    expect(text).toContain("is not exported");
  });

  test("a directory without an index", async () => {
    const text = await told({ "entry.ts": `import "./folder";`, "folder/a.ts": `` });
    expect(text).toContain("it is a directory without an index file");
  });

  test("a file of another kind", async () => {
    const text = await told({ "entry.ts": `import "./a.wasm";`, "a.wasm": new Uint8Array([0]) });
    expect(text).toMatchInlineSnapshot(`
      "UNSUPPORTED_FILE: cannot import a \`.wasm\` file
        --> a.wasm
      help: import a JavaScript, TypeScript or JSON file"
    `);
  });

  test("a tsconfig that cannot be read", async () => {
    const text = await told({ "entry.ts": ``, "tsconfig.json": `{ "compilerOptions": { oops } ` });
    expect(text).toMatch(/^TSCONFIG: .*\n {2}--> tsconfig\.json:1:/);
  });

  test("a tsconfig that extends itself", async () => {
    const text = await told({
      "entry.ts": ``,
      "tsconfig.json": `{ "extends": "./tsconfig.json" }`,
    });
    expect(text).toContain("TSCONFIG");
  });
});

test("an entry that is not there, or is a directory, is named", async () => {
  using project = createProject({});
  const loader = createLoader({ projectRoot: project.root });
  await expect(loader.prepare(project.path("none.ts"))).rejects.toMatchObject({
    code: "FILE_NOT_FOUND",
    file: project.path("none.ts"),
  });
  await expect(loader.prepare(project.root)).rejects.toMatchObject({ code: "UNSUPPORTED_FILE" });
});

test("code nested thousands deep, and literals of many elements, load", async () => {
  const chain = `const o = { f() { return this; } };
export const deep = o${".f()".repeat(3_000)} === o;`;
  const sum = `export const sum = ${"1 + ".repeat(3_000)}1;`;
  const list = `module.exports = [${"{ a: 1 },".repeat(150_000)}];`;
  const entry = `export * from "./chain.ts"; export * from "./sum.ts"; import "./list.cjs";`;
  expect(
    await told({ "entry.ts": entry, "chain.ts": chain, "sum.ts": sum, "list.cjs": list }),
  ).toBe("it loads");
});
