import { describe, expect, test } from "vitest";
import { canonicalJson, isCanonical, wellFormed } from "./canonical-json.ts";

describe("canonical JSON", () => {
  test("orders keys by UTF-16 units, as the sample of RFC 8785 does", () => {
    const data = {
      "\u20ac": "Euro Sign",
      "\r": "Carriage Return",
      "\ufb33": "Hebrew Letter Dalet With Dagesh",
      "1": "One",
      "\ud83d\ude00": "Emoji: Grinning Face",
      "\u0080": "Control",
      "\u00f6": "Latin Small Letter O With Diaeresis",
    };
    const keys = Object.keys(JSON.parse(canonicalJson(data)) as object);
    expect(keys).toEqual(["1", "\r", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"]);
  });

  test("writes numbers, literals and escapes as the RFC does", () => {
    const data = {
      numbers: [333_333_333.333_333_3, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
      left: undefined,
    };
    expect(canonicalJson(data)).toBe(
      '{"literals":[null,true,false],' +
        '"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test.each([
    ["a number that is none", Number.NaN],
    ["half a surrogate pair", "a\ud800"],
    ["half a surrogate pair as a key", { "\udc00": 1 }],
    ["a function", { run: (): void => {} }],
    ["a hole", [undefined]],
    ["a big integer", 1n],
  ])("refuses %s", (_, data) => {
    expect(() => canonicalJson(data)).toThrow(/JSON/u);
  });

  test.each([
    ["a space", '{"a": 1}'],
    ["another order", '{"b":1,"a":2}'],
    ["a repeated key", '{"a":1,"a":1}'],
    ["an escape that is not needed", '"\\u0041"'],
    ["a number written longer", "1.0"],
    ["a line end", "1\n"],
    ["no JSON at all", "{"],
    ["endless depth", "[".repeat(5_000) + "]".repeat(5_000)],
  ])("%s is not canonical", (_, text) => {
    expect(isCanonical(text)).toBe(false);
  });

  test("what it wrote is canonical", () => {
    expect(isCanonical(canonicalJson({ b: [1, { d: "", c: null }], a: "\u2028" }))).toBe(true);
  });

  test("halves of pairs are replaced, pairs stay", () => {
    expect(wellFormed("a\ud800b\ud83d\ude00\udc00")).toBe("a\ufffdb\ud83d\ude00\ufffd");
  });
});
