import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseJson as fixedParse } from "../examples/strict-json/fixed/src/parse-json.ts";
import { parseJson as brokenParse } from "../examples/strict-json/src/parse-json.ts";

// A public suite of documents. It is not part of the repository: the tests look for it beside it,
// or where this says.
const folder = path.resolve(
  process.env["GAUNTLET_JSON_SUITE"] ?? "../shared/corpora/json-test-suite",
  "test_parsing",
);

describe.each([
  ["the example", brokenParse],
  ["its fixed twin", fixedParse],
] as const)("the strict JSON parser of %s", (_, parse) => {
  test.each([
    '{"a":[1,-0,0.5,1e+3,-2E-2,1e400],"__proto__":{"b":null}}',
    '"\\u0041\\ud83d\\ude00\\n\\/\\b\\f\\t\\r\\\\\\""',
    " \t\r\n[ true , false ] ",
    '{"a":1,"a":2}',
  ])("reads what JSON.parse reads from %s", (text) => {
    expect(parse(text)).toStrictEqual(JSON.parse(text));
  });

  test.each([
    "",
    "[1,]",
    "{a:1}",
    "01",
    "+1",
    ".5",
    "1.",
    "1e",
    '"\t"',
    '"\\x"',
    "[",
    "tru",
    "1 2",
  ])("refuses %j as JSON.parse does", (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parse(text)).toThrow(/ at \d+$/);
  });

  test("agrees with JSON.parse on every document of the suite", ({ skip }) => {
    skip(!existsSync(folder), `there is no suite of documents at ${folder}`);
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    expect(names.length).toBeGreaterThan(300);
    const different = names.filter((name) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      return !isSame(readBy(parse, text), readBy(JSON.parse, text));
    });
    expect(different).toEqual([]);
  });
});

test("the example disagrees with JSON.parse where an exponent has four digits and is small", () => {
  for (const text of ["0e1000", "1e0001", "1E-0001"]) {
    expect(fixedParse(text)).toBe(JSON.parse(text));
    expect(brokenParse(text)).not.toBe(JSON.parse(text));
  }
});

// --- inside ---

function readBy(parse: (text: string) => unknown, text: string): unknown {
  try {
    return [parse(text)];
  } catch {
    return undefined;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}
