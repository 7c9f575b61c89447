import { expect, test } from "vitest";
import { agrees } from "../calls/agrees.ts";
import { type ModuleExample, moduleExamples } from "./module-examples.ts";
import { commentExamples } from "./read-examples.ts";

const module = { exports: new Set(["chunk", "slug", "default"]), packageName: "pieces" };

function read(text: string): readonly ModuleExample[] {
  return moduleExamples([{ text, file: "README.md", line: 1 }], module);
}

/** What an example and its comment give, with these functions as the module. */
function evaluated(text: string): unknown {
  const chunk = (list: readonly unknown[], size: number): unknown[] => [
    list.slice(0, size),
    list.slice(size),
  ];
  const [example] = read(text);
  if (example === undefined) return "none";
  // oxlint-disable-next-line no-implied-eval -- it is what a generated module does with it
  const make = new Function(`return ${example.code}`) as () => (given: object) => unknown;
  return make()({ chunk, slug: (name: string) => name.toLowerCase(), default: chunk });
}

test.each([
  ["chunk([1, 2], 1) // => [[1], [2]]", { got: [[1], [2]], said: [[1], [2]] }],
  ["const list = [1, 2];\nconst out = chunk(list, 1);\n// returns [[1], [2]]", undefined],
  ["const list: number[] = [1, 2]; console.log(chunk(list, 1)); // [[1], [2]]", undefined],
  ["expect(chunk([1, 2], 1)).toEqual([[1], [2]])", undefined],
  ['assert.deepEqual(chunk([1, 2], 1), [[1], [2]], "is cut")', undefined],
  ["R.chunk([1, 2], 1); //=> [[1], [2]]", undefined],
  ['import * as P from "pieces";\nP.chunk([1, 2], 1) // -> [[1], [2]]', undefined],
  ['import cut from "pieces";\ncut([1, 2], 1) // returns [[1], [2]]', undefined],
  ["chunk([1, 2], 1);\n// => [\n//  [1],\n//  [2]\n// ]", undefined],
])("what is written behind a call is what it is said to give: %s", (text, given) => {
  expect(evaluated(text)).toEqual(given ?? { got: [[1], [2]], said: [[1], [2]] });
});

test.each([
  "chunk([1, 2], 1) // cuts the list",
  "chunk([1, 2], 1) // returns the pieces",
  "chunk([1, 2], 1) // => [[1], ...]",
  "chunk(list, 1) // => [[1]]",
  "other([1, 2], 1) // => [[1]]",
  'import { chunk } from "elsewhere";\nchunk([1], 1) // => [[1]]',
  "slug(process.env.HOME) // => 1",
  "slug(fetch('x')) // => 1",
  "slug(new Date().toISOString()) // => '2020-01-01'",
  "slug('a') // 2020-01-01",
  "// => 3",
  "this is no code // => 3",
])("what says no value, or needs more than the module, is no example: %s", (text) => {
  expect(read(text)).toEqual([]);
});

test("what is said to throw is told from what gives something", () => {
  const found = read("chunk([1], 0) // throws RangeError\nslug('A') // => 'a'");
  expect(found.map(({ text, throws }) => [text, throws])).toEqual([
    ["chunk([1], 0)", true],
    ["slug('A')", false],
  ]);
  expect(evaluated("slug('A') // => 'a'")).toEqual({ got: "a", said: "a" });
});

test("an example of a comment has the line that it stands on", () => {
  const doc = "/**\n * Cuts.\n * @example\n * chunk([1], 1) // => [[1], []]\n */";
  const text = `\n${doc}\nexport const x = 1;`;
  const [found] = moduleExamples(commentExamples("src/a.ts", text), module);
  expect(found?.place).toBe("src/a.ts:5");
});

test.each<[unknown, unknown, string, boolean | undefined]>([
  [[1, 2], [1, 2], "[1, 2]", true],
  [{ a: 1, b: undefined }, { a: 1 }, "{ a: 1 }", true],
  [1 / 3, 0.33, "0.33", true],
  ["a b", 0, "a b", true],
  [new Set([1]), [1], "[1]", undefined],
  [[1, 2], [2, 1], "[2, 1]", false],
  [0.34, 0.33, "0.33", false],
  ["1", 1, '"1x"', false],
  [
    new (class Money {
      readonly amount = 1;
    })(),
    { amount: 1 },
    "{ amount: 1 }",
    undefined,
  ],
])("%o agrees with documentation that says %o: %s, %s", (got, said, written, expected) => {
  expect(agrees(got, said, written)).toBe(expected);
});
