import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { findCjsNames } from "./cjs-names.ts";

function found(code: string): { names: string[]; reexports: string[] } {
  const { program } = parseSync("module.cjs", code, { sourceType: "commonjs" });
  const { names, reexports } = findCjsNames(program, code);
  return { names: [...names], reexports: [...reexports] };
}

// Each row was first asked of Node 24's own lexer.
describe("the names of a CommonJS file are those Node finds", () => {
  test.each([
    ["{ a: 1, b }", []],
    ["{ a: -x, b }", []],
    ["{ a: x.y, b }", ["a"]],
    ["{ a: call(), b }", ["a"]],
    ["{ a: function () {}, b }", ["a"]],
    ["{ a() {}, b }", ["a"]],
    ["{ get a() {}, b }", []],
    ["{ ...x, a }", ["a"]],
    [`{ "s": x, b }`, ["s", "b"]],
    [`{ ["c"]: x, b }`, []],
    ["{ a: x, b: true, c }", ["a", "b", "c"]],
    ["{ a: (x), b }", []],
    ["{ a: null, b }", ["a", "b"]],
    ["{ a: `x`, b }", []],
    ["{ a: typeof x, b }", ["a"]],
    ["{ a: this, b }", ["a", "b"]],
    ["{ 1: x, b }", []],
  ])("module.exports = %s", (literal, names) => {
    expect(found(`module.exports = ${literal};`).names).toEqual(names);
  });

  test.each([
    [
      `Object.defineProperty(exports, "a", { enumerable: true, get: function () { return m.x; } })`,
      ["a"],
    ],
    [`Object.defineProperty(exports, "a", { enumerable: true, get: () => m.x })`, []],
    [
      `Object.defineProperty(exports, "a", { enumerable: true, get: function () { return "s"; } })`,
      [],
    ],
    [`Object.defineProperty(exports, "a", { writable: true, value: 5 })`, []],
    [
      `Object.defineProperty(exports, "a", { enumerable: !0, get: function () { return m.x; } })`,
      [],
    ],
    [`Object.defineProperty(module.exports, "a", { value: 1 })`, ["a"]],
    [`exports.a = exports.b = 1`, ["a", "b"]],
    [`exports.a ||= 1`, []],
    [`exports.a++`, []],
    [`module["exports"].a = 1`, []],
    ["exports[`a`] = 1", []],
    [`(function () { exports.a = 1; })()`, ["a"]],
    [`0 && (module.exports = { a, b })`, ["a", "b"]],
    [`Object.assign(exports, { a: 1 })`, []],
  ])("%s", (statement, names) => {
    expect(found(`${statement};`).names).toEqual(names);
  });

  test("names are passed on from what is required", () => {
    expect(found(`module.exports = require("./a");`).reexports).toEqual(["./a"]);
    expect(
      found(`__exportStar(require("./a"), exports); tslib_1.__exportStar(require("./b"));`)
        .reexports,
    ).toEqual(["./a", "./b"]);
    expect(found(`module.exports = { ...require("./a"), b };`)).toEqual({
      names: ["b"],
      reexports: ["./a"],
    });
    expect(
      found(`if (x) module.exports = require("./a"); else module.exports = require("./b");`)
        .reexports,
    ).toEqual(["./b"]);
    const babel = `var _a = require("./a");
Object.keys(_a).forEach(function (key) { exports[key] = _a[key]; });`;
    expect(found(babel).reexports).toEqual(["./a"]);
  });
});
