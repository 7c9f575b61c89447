import { returnsDeclared } from "../src/kernel/subject/call-test.ts";
import { describe, expect, test } from "vitest";
import { scanFinding } from "./fixtures/scan-finding.ts";
import { regressionCode, reproductionCode } from "../src/store/regressions/regression-code.ts";
import type { ScanFinding, WitnessCall } from "../src/store/regressions/scan-finding.ts";
import type { TestStyle } from "../src/store/regressions/test-runner.ts";

const node: TestStyle = { runner: "node:test", isModule: true, ending: ".ts" };
const vitest: TestStyle = { runner: "vitest", isModule: true, ending: ".js" };
const jest: TestStyle = { runner: "jest", isModule: false, ending: "" };

const call = scanFinding().calls[0] as WitnessCall;

function wrongReturn(returns: WitnessCall["returns"]): ScanFinding {
  const failure = {
    kind: "property",
    error: "PropertyBroken",
    message: "",
    stack: "",
    property: `parsePrice ${returnsDeclared}`,
  } as const;
  return scanFinding({ failure, calls: [{ ...call, returns }] });
}

describe("a call that code alone can show", () => {
  test("for node:test, what is thrown is thrown on unless the code refuses its input", () => {
    expect(regressionCode(scanFinding(), node)).toMatchInlineSnapshot(`
      {
        "how": "code",
        "name": "parsePrice-1a2b3c4d.test.ts",
        "text": "// Written by \`gauntlet scan --save\` for the finding parsePrice-1a2b3c4d. Commit it with manifest.json;
      // \`npx gauntlet verify parsePrice-1a2b3c4d\` says whether the finding is still there.
      import { test } from "node:test";
      import { parsePrice } from "../../src/money.ts";

      test("parsePrice(\\"\\") does not throw TypeError: Cannot read properties of undefined (reading '0')", async () => {
        try {
          await parsePrice("");
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      });

      /** Mended code may refuse these values, with an error that is not the engine's. */
      function isRefusal(error: unknown): boolean {
        const { name, message } = Object(error) as { name?: unknown; message?: unknown };
        if (message === "Cannot read properties of undefined (reading '0')") return false;
        const isOfEngine = /^(TypeError|ReferenceError|RangeError|InternalError)/u.test(String(name));
        const isSlip =
          /^Cannot (read|set) propert|^Cannot (destructure|access|delete property|assign to|redefine|use 'in'|add property)|^Assignment to constant|^Maximum call stack|^Class (extends|constructor)|^(object null|Object\\.\\w+ called on null)|^Right-hand side|is not (a function|iterable|a constructor|defined|an object|extensible)|is not async iterable/u;
        return !(isOfEngine && isSlip.test(String(message)));
      }
      ",
      }
    `);
  });

  test("for vitest it imports as the type checker of the project allows", () => {
    const { name, text } = regressionCode(scanFinding(), vitest);
    expect(name).toBe("parsePrice-1a2b3c4d.test.ts");
    expect(text).toContain('import { test } from "vitest";');
    expect(text).toContain('import { parsePrice } from "../../src/money.js";');
    expect(text).toContain("if (!isRefusal(error)) throw error;");
  });

  test("for jest in CommonJS it requires", () => {
    const target = { module: "src/money.js", name: "parsePrice" };
    const from = { module: "src/money.js", path: ["parsePrice"] };
    const found = scanFinding({ target, calls: [{ ...call, from }] });
    expect(regressionCode(found, jest)).toMatchInlineSnapshot(`
      {
        "how": "code",
        "name": "parsePrice-1a2b3c4d.test.js",
        "text": "// Written by \`gauntlet scan --save\` for the finding parsePrice-1a2b3c4d. Commit it with manifest.json;
      // \`npx gauntlet verify parsePrice-1a2b3c4d\` says whether the finding is still there.
      const { parsePrice } = require("../../src/money.js");

      test("parsePrice(\\"\\") does not throw TypeError: Cannot read properties of undefined (reading '0')", async () => {
        try {
          await parsePrice("");
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
      });

      /** Mended code may refuse these values, with an error that is not the engine's. */
      function isRefusal(error) {
        const { name, message } = Object(error);
        if (message === "Cannot read properties of undefined (reading '0')") return false;
        const isOfEngine = /^(TypeError|ReferenceError|RangeError|InternalError)/u.test(String(name));
        const isSlip =
          /^Cannot (read|set) propert|^Cannot (destructure|access|delete property|assign to|redefine|use 'in'|add property)|^Assignment to constant|^Maximum call stack|^Class (extends|constructor)|^(object null|Object\\.\\w+ called on null)|^Right-hand side|is not (a function|iterable|a constructor|defined|an object|extensible)|is not async iterable/u;
        return !(isOfEngine && isSlip.test(String(message)));
      }
      ",
      }
    `);
  });

  test("a wrong result is checked against the declared type", () => {
    const found = wrongReturn({ kind: "array", of: { kind: "number" } });
    const { text } = regressionCode(found, node);
    expect(text).toContain('test("parsePrice(\\"\\") returns what it declares", async () => {');
    expect(text).toContain('const result: any = await parsePrice("");');
    expect(text).toContain(
      'assert.ok(Array.isArray(result) && result.every((item) => typeof item === "number"));',
    );
  });

  test("methods, constructors and exports of any name are called as they are", () => {
    const cart = { module: "src/cart.ts", path: ["Cart"] };
    const codeOf = (given: Partial<WitnessCall>) =>
      reproductionCode(scanFinding({ calls: [{ ...call, ...given }] }))
        ?.split("\n")
        .filter((line) => line !== "")
        .map((line) => line.replace(/ \/\/.*$/u, ""));
    const add = { kind: "method", from: cart, method: "add", args: [1] } as const;
    expect([
      codeOf({ ...add, receiver: { from: cart, how: "constructor", args: ["a"] } }),
      codeOf({
        ...add,
        receiver: {
          from: { module: "src/cart.ts", path: ["Cart", "of"] },
          how: "factory",
          args: [],
        },
      }),
      codeOf({ kind: "constructor", from: cart, args: [] }),
      codeOf({ from: { module: "src/parse-it.ts", path: ["default"] } }),
      codeOf({ from: { module: "a.ts", path: ["test"] } }),
      codeOf({ from: { module: "a.ts", path: ["odd name"] } }),
    ]).toMatchInlineSnapshot(`
      [
        [
          "import { Cart } from "./src/cart.ts";",
          "await new Cart("a").add(1);",
        ],
        [
          "import { Cart } from "./src/cart.ts";",
          "await (await Cart.of()).add(1);",
        ],
        [
          "import { Cart } from "./src/cart.ts";",
          "await new Cart();",
        ],
        [
          "import parseItDefault from "./src/parse-it.ts";",
          "await parseItDefault("");",
        ],
        [
          "import { test as testSubject } from "./a.ts";",
          "await testSubject("");",
        ],
        [
          "import { "odd name" as subject } from "./a.ts";",
          "await subject("");",
        ],
      ]
    `);
  });
});

describe("a run that needs the simulated world", () => {
  const reasons: Readonly<Record<string, ScanFinding>> = {
    "it used the world": scanFinding({ usesWorld: true }),
    "there are several calls": scanFinding({ calls: [call, call] }),
    "an argument is a callback": scanFinding({ calls: [{ ...call, args: undefined }] }),
    "it hung": scanFinding({ failure: { ...scanFinding().failure, kind: "timeout" } }),
    "the type is too much for code": wrongReturn({ kind: "ref", name: "Tree" }),
  };

  test.each(Object.entries(reasons))("%s: the trace is replayed", (_, found) => {
    const { how, text } = regressionCode(found, node);
    expect([how, text]).toEqual([
      "trace",
      expect.stringContaining('import { regression } from "gauntlet/node-test";') as unknown,
    ]);
    expect(text).toContain("regression(import.meta.url);");
    expect(reproductionCode(found)).toBeUndefined();
  });

  test("jest knows the place of a file by its name, and no class of Node's", () => {
    expect(regressionCode(scanFinding({ usesWorld: true }), jest).text).toContain(
      "regression(__filename);",
    );
    const found = wrongReturn({ kind: "builtin", name: "Date" });
    expect([regressionCode(found, jest).how, regressionCode(found, vitest).how]).toEqual([
      "trace",
      "code",
    ]);
  });
});

test.each([
  ["src/a.ts", node, "code", ".test.ts"],
  ["src/a.ts", { ...node, isModule: false }, "code", ".test.mts"],
  ["src/a.js", { ...node, isModule: false }, "code", ".test.cjs"],
  ["src/a.js", { ...node, isModule: false }, "trace", ".test.mjs"],
  ["src/a.mjs", { ...node, isModule: false }, "code", ".test.mjs"],
  ["src/a.js", node, "code", ".test.js"],
  ["src/a.cjs", node, "code", ".test.cjs"],
  ["src/a.js", { ...vitest, isModule: false }, "code", ".test.mjs"],
  ["src/a.js", jest, "code", ".test.js"],
] as const)("%s in a project with %o by %s is %s", (module, style, how, ending) => {
  const target = { module, name: "parsePrice" };
  const found = scanFinding({ target, usesWorld: how === "trace" });
  const { name } = regressionCode(found, style);
  expect(name).toBe(`parsePrice-1a2b3c4d${ending}`);
});
