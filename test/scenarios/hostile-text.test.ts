import { expect, test } from "vitest";
import { problemsIn } from "./read-text.ts";

const mebibyte = 1024 * 1024;
const top = "version: 1\nname: n\n";
const nested = (depth: number): string =>
  `${'{"type":"assert_throws","steps":['.repeat(depth)}{"type":"unfreeze"}${"]}".repeat(depth)}`;

const aliasesOf = Array.from({ length: 30 }, (_, n) => `x${n}: &b${n} [*a, *a, *a]`);
const hostile: readonly (readonly [string, string | Uint8Array, string, string])[] = [
  ["brackets", "[".repeat(mebibyte - 1), "json", "N002"],
  ["brackets of YAML", "[".repeat(mebibyte - 1), "yaml", "N002"],
  ["dashes", "- ".repeat(mebibyte / 2 - 1), "yaml", "N002"],
  ["tables in tables", '{"a":'.repeat(200_000), "json", "N002"],
  ["too many bytes", " ".repeat(mebibyte + 1), "yaml", "N001"],
  ["no text", new Uint8Array([0x76, 0xff, 0xfe, 0x0a]), "yaml", "N001"],
  ["a cut character", new Uint8Array([0x76, 0xc3]), "yaml", "N001"],
  ["NUL", "version: 1\0", "yaml", "N001"],
  ["UTF-16", Buffer.from("version: 1\n", "utf16le"), "yaml", "N001"],
  ["aliases of aliases", `${top}steps: &a [1]\n${aliasesOf.join("\n")}`, "yaml", "N005"],
  [
    "a bomb of aliases",
    `a: &a0 [1]\n${Array.from(
      { length: 20 },
      (_, n) => `b${n}: &a${n + 1} [${`*a${n}, `.repeat(9)}*a${n}]`,
    ).join("\n")}`,
    "yaml",
    "N002",
  ],
  ["an alias to itself", `${top}steps: &a [*a]\n`, "yaml", "N002"],
  ["blocks without end", `{"version":1,"name":"n","steps":[${nested(100)}]}`, "json", "N002"],
  ["lines without end", `${"\n".repeat(mebibyte - 100)}{"version":1}`, "json", "N006"],
];

test.each(hostile)("%s is told in time", async (_why, content, ending, code) => {
  const problems = await problemsIn(content, ending);
  expect(problems[0]?.code).toBe(code);
});

test("30 blocks inside of one another are read", async () => {
  const text = `{"version":1,"name":"n","steps":[${nested(30)}]}`;
  expect(await problemsIn(text, "json")).toEqual([]);
  expect(await problemsIn(text, "yaml")).toEqual([]);
});

test("10,000 steps far down in a file of many lines are read", async () => {
  const steps = Array.from({ length: 10_000 }, () => '{"type":"unfreeze"}').join(",\n");
  const text = `${"\n".repeat(700_000)}{"version":1,"name":"n","steps":[${steps}]}`;
  expect(await problemsIn(text, "json")).toEqual([]);
});

test("as many wrong keys as a file can hold are told", async () => {
  const keys = Array.from({ length: 20_000 }, (_, index) => `"k${index}": 1`).join(",");
  const text = `{"version":1,"name":"n","steps":[{"type":"unfreeze",${keys}}]}`;
  const problems = await problemsIn(text, "json");
  expect(problems).toHaveLength(20_000);
});
