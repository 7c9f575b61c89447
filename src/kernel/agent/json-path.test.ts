import { expect, test } from "vitest";
import { parseJsonPath, readJsonPath } from "./json-path.ts";

const data = {
  choices: [{ message: { content: "one" } }, { message: { content: "two" } }],
  "odd name": { "it's": 1 },
  deep: [{ text: "a", inner: { text: "b" } }, { text: "c" }],
};

function found(path: string): readonly unknown[] {
  const steps = parseJsonPath(path);
  if (steps === undefined) throw new Error(`\`${path}\` is not a path`);
  return readJsonPath(data, steps);
}

test.each<[path: string, values: readonly unknown[]]>([
  ["$.choices[0].message.content", ["one"]],
  ["choices[1].message.content", ["two"]],
  ["$.choices[-1].message.content", ["two"]],
  ["$.choices[*].message.content", ["one", "two"]],
  ["$['choices'][0][\"message\"].content", ["one"]],
  [String.raw`$['odd name']['it\'s']`, [1]],
  ["$..text", ["a", "b", "c"]],
  ["$.choices.*.message.content", ["one", "two"]],
  ["$.choices[9].message", []],
  ["$.toString", []],
  ["$", [data]],
])("%s finds what stands there", (path, values) => {
  expect(found(path)).toEqual(values);
});

test.each(["$.", "$.a[", "$.a[?(@.b)]", "$.a[1:2]", "a b", "$.a]", "$..", "$['a"])(
  "%s is no path that is known",
  (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  },
);

test("an answer nested deeper than calls can be is searched all the same", () => {
  let nested: unknown = { text: "down here" };
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
  expect(readJsonPath(nested, parseJsonPath("$..text") ?? [])).toEqual(["down here"]);
});
