import { describe, expect, test } from "vitest";
import type { ConfigNode } from "./config-node.ts";
import { dataOf, spanAt } from "./config-node.ts";
import type { ParsedText } from "../config-problem.ts";
import { placeProblems } from "../config-problem.ts";
import { parseJsonText } from "./json-text.ts";
import { parseTomlText } from "./toml-text.ts";
import { parseYamlText } from "./yaml-text.ts";

async function nodesOf(parsed: ParsedText): Promise<ConfigNode> {
  expect(parsed.problems).toEqual([]);
  const nodes = await parsed.nodes();
  if (nodes === undefined) throw new Error("no places");
  return nodes;
}

function firstOf(parsed: ParsedText, text: string): string {
  const source = { file: "/g", shown: "g", text };
  const [first] = placeProblems(parsed.problems, source, undefined);
  return `${first?.where} ${first?.code} ${first?.what}`;
}

describe("places are found alike in all syntaxes", () => {
  const texts = {
    toml: '[explorer]\nmax_runs = 1\n[[tests]]\nclass = "a"\n[[tests]]\nclass = "bb"\n',
    yaml: 'explorer:\n  max_runs: 1\ntests:\n  - class: "a"\n  - class: "bb"\n',
    json: '{"explorer":{"max_runs":1},"tests":[{"class":"a"},{"class":"bb"}]}',
  };
  const parsers = { toml: parseTomlText, yaml: parseYamlText, json: parseJsonText };

  test.each(["toml", "yaml", "json"] as const)("%s", async (syntax) => {
    const text = texts[syntax];
    const root = await nodesOf(await parsers[syntax](text));
    const at = (path: (string | number)[], part: "key" | "value"): string => {
      const { start, end } = spanAt(root, path, part);
      return text.slice(start, end);
    };
    expect(at(["explorer", "max_runs"], "key").replaceAll('"', "")).toBe("max_runs");
    expect(at(["explorer", "max_runs"], "value")).toBe("1");
    expect(at(["tests", 1, "class"], "value")).toBe('"bb"');
    expect(JSON.stringify(dataOf(root))).toBe(texts.json);
  });
});

test("TOML places follow dotted keys, inline tables and tables of tables", async () => {
  const text = "a.b.c = 1\nd = [{ e = 2 }]\n[[f.g]]\n[f.g.h]\ni = 3\n[f.j]\nk = 4\n";
  const root = await nodesOf(await parseTomlText(text));
  const data = { a: { b: { c: 1 } }, d: [{ e: 2 }], f: { g: [{ h: { i: 3 } }], j: { k: 4 } } };
  expect(JSON.stringify(dataOf(root))).toBe(JSON.stringify(data));
});

test.each([
  ["a =\n", "g:1:4 C004 this is not TOML: "],
  ["a = 1\na = 2\n", "g:2:1 C005 a key or table is written twice"],
  ["[a]\n[a]\n", "g:2:2 C005 a key or table is written twice"],
  [`a = ${"[".repeat(99)}`, "g:1:21 C013 tables and lists are nested more than 16"],
])("TOML refuses %j", async (text, expected) => {
  expect(firstOf(await parseTomlText(text), text)).toContain(expected);
});

test.each([
  ["a: 1\na: 2\n", "g:2:1 C005 the key `a` is written twice in one table"],
  ["a: [\n", "C004 this is not YAML: Flow sequence"],
  ["a: *b\n", "g:1:4 C004 the alias `*b` has no anchor before it"],
  ["a: !x 1\n", "g:1:4 C004 this is not YAML: Unresolved tag: !x"],
  ["a: 1\n---\nb: 2\n", "g:2:1 C004 a second YAML document begins here"],
  ["? [a]\n: 1\n", "g:1:3 C004 a key is a list, a table or an alias"],
  ["a: &a [*a]\n", "C013 tables and lists are nested more than 16 levels deep"],
  ["[".repeat(100_000), "C013 tables and lists are nested more than 16 levels deep"],
  ["- ".repeat(100_000), "C013 tables and lists are nested more than 16 levels deep"],
  ["a:\n".repeat(90_000), "C013 the config has more than 100,000 tokens"],
])("YAML refuses case %#", async (text, expected) => {
  expect(firstOf(await parseYamlText(text), text)).toContain(expected);
});

test("YAML aliases are followed, but not without end", async () => {
  const parsed = await parseYamlText("a: &a { b: 1 }\nc: *a\n");
  expect(JSON.stringify(parsed.data)).toBe('{"a":{"b":1},"c":{"b":1}}');
  const names = "abcdefghi".split("");
  const bomb = names.map((name, index) => {
    const before = names[index - 1];
    const item = before === undefined ? "x" : `*${before}`;
    return `${name}: &${name} [${Array.from({ length: 9 }, () => item).join(", ")}]`;
  });
  const text = bomb.join("\n");
  expect(firstOf(await parseYamlText(text), text)).toContain("C013 the aliases lead to more than");
  const wide = `a: &a [${"1, ".repeat(20_000)}]\nb: [${"*a, ".repeat(20)}]\n`;
  expect(firstOf(await parseYamlText(wide), wide)).toContain("C013 the aliases lead to more than");
});

test.each([
  ["", "g:1:1 C004 this is not JSON: expected a value, got the end"],
  ["{'a': 1}", "g:1:2 C004 this is not JSON: expected a key in double quotes, got `'`"],
  ["{a: 1}", "g:1:2 C004 this is not JSON: expected a key in double quotes, got `a`"],
  ['{"a": 1,}', "g:1:9 C004 this is not JSON: expected another item after the comma, got `}`"],
  ['{"a" 1}', "g:1:6 C004 this is not JSON: expected `:` after the key, got `1`"],
  ['{"a": [1 2]}', "g:1:10 C004 this is not JSON: expected `,` or `]`, got `2`"],
  ['{"a": NaN}', "g:1:7 C004 this is not JSON: expected a value, got `NaN`"],
  ['{"a": 01}', "g:1:7 C004 this is not JSON: expected a value, got `01`"],
  ['{"a": "\\x"}', "g:1:7 C004 this is not JSON: the string is not closed or has an escape"],
  ['{\n"a": "x\n"}', "g:2:6 C004 this is not JSON: the string is not closed"],
  ["{} {}", "g:1:4 C004 this is not JSON: expected the end of the file, got `{`"],
  ['{"a": 1,\n"a": 2}', "g:2:1 C005 the key `a` is written twice in one table"],
  ["[".repeat(100_000), "g:1:18 C013 tables and lists are nested more than 16 levels deep"],
])("JSON refuses case %#", (text, expected) => {
  expect(firstOf(parseJsonText(text), text)).toContain(expected);
});

test("a comment in JSON is named as one", () => {
  const [problem] = parseJsonText("// a\n{}").problems;
  expect(problem?.note).toBe("JSON has no comments; TOML and YAML do");
});
