import { expect, test } from "vitest";
import { pythonPattern } from "./python-pattern.ts";
import { readPattern } from "../../../kernel/patterns/read-pattern.ts";

/** Python's own `re.search(pattern, text, re.DOTALL)` found these, and did not find those. */
const read: readonly [pattern: string, found: readonly string[], not: readonly string[]][] = [
  ["(?i)(source|according to)", ["SOURCE: x", "According To y"], ["sauce"]],
  ["(?s)a.b", ["a\nb"], ["ab"]],
  ["(?is)^yes.*no$", ["YES\nNo", "yes no\n"], ["yes no."]],
  ["(?m)^two$", ["one\ntwo\nthree"], ["one two"]],
  ["(?im)^TWO$", ["one\ntwo"], ["one two"]],
  ["(?x) a b  # letters\n c", ["abc"], ["a b c"]],
  ["(?x)[a b]#c", ["a", " "], ["#"]],
  ["(?i:ab)C", ["aBC", "abC"], ["abc"]],
  ["(?i:[a-d]x)", ["Cx", "cX"], ["ex"]],
  ["(?i)a(?-i:b)", ["Ab", "ab"], ["aB"]],
  ["x(?-s:.)y", ["x-y"], ["x\ny"]],
  ["(?m:^b)c$", ["a\nbc", "bc\n"], ["abc"]],
  ["(?P<q>['\"]).*(?P=q)", ["say 'so'", '"x"'], ["'x\""]],
  ["\\Aone\\Z", ["one"], ["one\n", "a one"]],
  ["^\\{.*\\}$", ["{}", "{}\n"], ["{}\n\n", "x{}"]],
  ["a{,2}b", ["aab", "b"], ["a"]],
  ["\\d{4}\\-\\d{2}", ["2024-01"], ["202401"]],
  ["[]x]{2}", ["]x"], ["x"]],
  ["[[]a", ["[a"], ["a"]],
  ["{name}", ["{name}"], ["name"]],
  ["a(?#why)b", ["ab"], ["a"]],
  ["\\U0001F600", ["\u{1F600}"], ["x"]],
  ["price\\: \\$[\\d,]+", ["price: $1,200"], ["price: 12"]],
  ["one(?i)two", ["ONETWO"], ["one"]],
  ["caf\u00e9", ["un caf\u00e9"], ["cafe"]],
  ["(?<=re)fund\\b", ["a refund."], ["refunds"]],
  ["(?i)stra\u00dfe|\\(\\?i\\)", ["STRA\u00dfE", "(?I)"], ["i"]],
];

test.each(read)("%j finds what it found in Python", (pattern, found, not) => {
  const made = pythonPattern(pattern);
  if (made.kind !== "read") throw new Error(made.because);
  const shape = readPattern(made.pattern);
  for (const text of found) expect(text).toMatch(shape);
  for (const text of not) expect(text).not.toMatch(shape);
});

test.each([
  ["(?>a+)b", "JavaScript has not an atomic group"],
  ["(a)?(?(1)b|c)", "JavaScript has not a condition on a group"],
  ["a++b", "JavaScript has not a possessive quantifier"],
  ["a{2}+b", "JavaScript has not a possessive quantifier"],
  ["\\N{BULLET}", "JavaScript has not a character by its name"],
  ["(", "JavaScript does not have it (unterminated group)"],
])("%j is not read, and the reason is named", (pattern, because) => {
  expect(pythonPattern(pattern)).toEqual({ kind: "unread", because });
});

test("a pattern that both languages read alike stays as it is written", () => {
  const same = ["(?i)hello", "secret-\\d+", "(a|b)+?c", "[^\\]\\s-]*\\w", "\\$[\\d,]+\\.\\d{2}"];
  for (const pattern of same) expect(pythonPattern(pattern)).toEqual({ kind: "read", pattern });
});
