import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { SeamDispatch } from "../../src/kernel/faults/fault.ts";
import { LoadError } from "../../src/subject/loader/load-error.ts";
import { createInstrumentedLoader } from "../../src/subject/instrumented-loader.ts";
import { createProject } from "./temporary-project.ts";

type Files = Readonly<Record<string, string>>;

const gateway = {
  "entry.ts": `import "./src/gateway.ts"; import "fine";`,
  "src/gateway.ts": `export function charge() {} export class Gateway { refund() {} #secret() {} }
export const settings = { limit: 1 };`,
  "src/unused.ts": `export function f() {}`,
  "node_modules/fine/package.json": `{ "name": "fine", "exports": "./index.js" }`,
  "node_modules/fine/index.js": `exports.send = function () {}; exports.limit = 1;`,
};

async function told(seam: string, files: Files = gateway): Promise<string> {
  using project = createProject(files);
  const loader = createInstrumentedLoader({ projectRoot: project.root, seams: [seam] });
  try {
    await (await loader.prepare(project.path("entry.ts"))).instantiate();
  } catch (error) {
    if (!(error instanceof LoadError)) throw error;
    const help = error.help === undefined ? "" : `\nhelp: ${error.help}`;
    return `${error.code}: ${error.message}${help}`.replaceAll(`${project.root}/`, "");
  }
  return "it loads";
}

test("a seam that does not exist is an error with the nearest names", async () => {
  const messages: string[] = [];
  for (const seam of [
    "src/gateway.ts#chrage",
    "src/gateway.ts#refund",
    "src/gateway.ts#Gateway.secret",
    "src/gatway.ts#charge",
    "src/unused.ts#f",
    "node:fs/promises#raedFile",
    "fine#sned",
    "fine#limit",
    "none#x",
    "src/gateway.ts",
  ]) {
    messages.push(await told(seam));
  }
  expect(messages.join("\n\n")).toMatchInlineSnapshot(`
    "SEAM: \`src/gateway.ts\` defines no \`chrage\`, which the seam \`src/gateway.ts#chrage\` names
      --> src/gateway.ts
    help: did you mean \`#charge\`? it defines \`#charge\`, \`#Gateway.refund\`, \`#Gateway.#secret\`

    SEAM: \`src/gateway.ts\` defines no \`refund\`, which the seam \`src/gateway.ts#refund\` names
      --> src/gateway.ts
    help: did you mean \`#Gateway.refund\`? it defines \`#Gateway.refund\`, \`#charge\`, \`#Gateway.#secret\`

    SEAM: \`src/gateway.ts\` defines no \`Gateway.secret\`, which the seam \`src/gateway.ts#Gateway.secret\` names
      --> src/gateway.ts
    help: did you mean \`#Gateway.#secret\`? it defines \`#Gateway.#secret\`, \`#Gateway.refund\`, \`#charge\`

    SEAM: the seam \`src/gatway.ts#charge\` is in no file, builtin or package that is loaded here
      --> src/gatway.ts
    help: did you mean \`src/gateway.ts\`?

    SEAM: the seam \`src/unused.ts#f\` is in a file that nothing here imports
      --> src/unused.ts
    help: these are loaded: \`src/gateway.ts\`, \`entry.ts\`

    SEAM: \`node:fs/promises\` defines no \`raedFile\`, which the seam \`node:fs/promises#raedFile\` names
      --> node:fs/promises
    help: did you mean \`#readFile\`? it defines \`#readFile\`, \`#copyFile\`, \`#readdir\`, \`#readlink\`, \`#writeFile\`, \`#appendFile\`, \`#rename\`, \`#rmdir\`, and 22 more

    SEAM: \`fine\` defines no \`sned\`, which the seam \`fine#sned\` names
      --> node_modules/fine/index.js
    help: did you mean \`#send\`? it defines \`#send\`

    SEAM: \`fine\` defines no \`limit\`, which the seam \`fine#limit\` names
      --> node_modules/fine/index.js
    help: it defines \`#send\`

    SEAM: the seam \`none#x\` is in no file, builtin or package that is loaded here
      --> none
    help: these are loaded: \`entry.ts\`, \`src/gateway.ts\`

    SEAM: \`src/gateway.ts\` does not name a seam
      --> src/gateway.ts
    help: write \`src/gateway.ts#charge\`, \`node:fs/promises#readFile\` or \`axios#get\`"
  `);
});

test("a value that turns out to be no function is an error", async () => {
  const files = { "entry.ts": `export const charge = Number("1");` };
  expect(await told("entry.ts#charge", files)).toContain("not a function");
});

/** Runs an entry with seams that add 1 to numbers and write down their calls. */
async function run(files: Files, seams: readonly string[]) {
  using project = createProject(files);
  const calls: string[] = [];
  const seam = { isOn: true };
  const dispatch = (name: string): SeamDispatch => ({
    get isOn() {
      return seam.isOn;
    },
    call: (_self, args, proceed) => {
      calls.push(name);
      return proceed(...args);
    },
  });
  const loader = createInstrumentedLoader({ projectRoot: project.root, seams, dispatch });
  const graph = await loader.prepare(project.path("entry.ts"));
  try {
    const namespace = (await graph.instantiate()) as { result: unknown };
    return { result: await namespace.result, calls };
  } finally {
    seam.isOn = false;
  }
}

const packages = {
  "node_modules/esm/package.json": `{ "name": "esm", "type": "module", "exports": "./index.js" }`,
  "node_modules/esm/index.js": `export const get = (a) => a + 2; export const other = 1;
export class Client { fee = 2; request(a) { return a + this.fee; } }
const api = Object.assign((a) => a, { get: (a) => a + 2 }); export default api;`,
  "node_modules/old/package.json": `{ "name": "old" }`,
  "node_modules/old/index.js": `const get = (a) => a + 2;
module.exports = { get(a) { return a + 2; }, nested: { get } };`,
  "node_modules/fn/package.json": `{ "name": "fn" }`,
  "node_modules/fn/index.js": `module.exports = (a) => a + 2;`,
};

describe("a seam of a package is hit by", () => {
  test.each([
    ["a named import", "esm#get", `import { get } from "esm";`, `get(40)`],
    ["a namespace", "esm#get", `import * as e from "esm";`, `e.get(40)`],
    ["a member of its default", "esm#get", `import e from "esm";`, `e.get(40)`],
    ["import()", "esm#get", ``, `(await import("esm")).get(40)`],
    ["its default", "esm#default", `import e from "esm";`, `e(42)`],
    ["a method", "esm#Client.request", `import { Client } from "esm";`, `new Client().request(40)`],
    ["a name of CommonJS", "old#get", `import { get } from "old";`, `get(40)`],
    ["the whole of CommonJS", "old#get", `import old from "old";`, `old.get(40)`],
    ["a deep name", "old#nested.get", `import old from "old";`, `old.nested.get(40)`],
    ["a CommonJS function", "fn#default", `import fn from "fn";`, `fn(40)`],
    ["what is passed on", "entry.ts#get", `import { get } from "esm"; export { get };`, `get(40)`],
  ])("%s", async (_name, seam, imports, call) => {
    const entry = `${imports}\nexport const result = ${call};`;
    const { result, calls } = await run({ ...packages, "entry.ts": entry }, [seam]);
    expect(result).toBe(42);
    expect(calls).toEqual([seam]);
  });

  test("require", async () => {
    const files = {
      ...packages,
      "entry.ts": `import a from "./a.cjs"; export const result = a;`,
      "a.cjs": `module.exports = require("old").get(20) + require("fn")(18);`,
    };
    const { result, calls } = await run(files, ["old#get", "fn#default"]);
    expect(result).toBe(42);
    expect(calls).toEqual(["old#get", "fn#default"]);
  });
});

test("a package that is inlined is a file like the user's", async () => {
  using project = createProject({
    ...packages,
    "entry.ts": `import { get } from "esm"; export const result = get(40);`,
  });
  const calls: string[] = [];
  const dispatch = (name: string): SeamDispatch => ({
    isOn: true,
    call: (_self, args, proceed) => {
      calls.push(name);
      return proceed(...args);
    },
  });
  const options = { projectRoot: project.root, inline: ["esm"], seams: ["esm#get"], dispatch };
  const graph = await createInstrumentedLoader(options).prepare(project.path("entry.ts"));
  expect(graph.instantiate()).toMatchObject({ result: 42 });
  expect(calls).toEqual(["esm#get"]);
});

test("a seam of a builtin is hit however it is imported, in one graph and the next", async () => {
  const files = {
    "entry.ts": `import { readFile } from "node:fs/promises"; import fs from "fs";
import * as all from "fs/promises"; import old from "./old.cjs";
const name = new URL("./package.json", import.meta.url);
const read = [readFile, fs.promises.readFile, all.readFile, old].map((each) => each(name, "utf8"));
export const result = Promise.all(read).then((texts) => new Set(texts).size);`,
    "old.cjs": `module.exports = (...args) => require("fs/promises").readFile(...args);`,
  };
  const seam = "node:fs/promises#readFile";
  for (const round of [1, 2]) {
    const { result, calls } = await run(files, [seam]);
    expect(result).toBe(1);
    expect(calls, `round ${String(round)}`).toEqual([seam, seam, seam, seam]);
  }
  expect(readFile.name).toBe("readFile");
});
