import fc from "fast-check";
import { expect, test } from "vitest";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { listPaths, query } from "./query.ts";

const document = {
  verdict: "broken",
  summary: { runs: 3 },
  findings: [
    { id: "a", place: null, story: ["one", "two"] },
    { id: "b", place: { line: 7 } },
  ],
  "a key.with dots": { "": 1 },
};

test("a path leads to one value, to an item, or to a field of every item", () => {
  const cases: readonly (readonly [string, readonly unknown[]])[] = [
    [".verdict", ["broken"]],
    ["verdict", ["broken"]],
    ["$.verdict", ["broken"]],
    [".summary.runs", [3]],
    ["findings[0].id", ["a"]],
    [".findings[].id", ["a", "b"]],
    [".findings[].story[]", ["one", "two"]],
    [".findings[].place.line", [7]],
    [".findings[0].place", [null]],
    ['["a key.with dots"][""]', [1]],
    ["$", [document]],
    [".", [document]],
  ];
  for (const [path, values] of cases) expect([path, query(document, path)]).toEqual([path, values]);
});

test("the items of an empty list are none, and that is no error", () => {
  expect(query({ notes: [] }, ".notes[]")).toEqual([]);
});

test("a path that leads nowhere is an error with the nearest paths", () => {
  const cases: readonly (readonly [string, string])[] = [
    [".verdct", "did you mean `.verdict`?"],
    ["findings[0].idd", "did you mean `.findings[].id`"],
    ["$.sumary.runs", "did you mean `.summary.runs`"],
    [".findings[9].id", "did you mean `.findings[].id`"],
    [".constructor", "`--list-paths` lists"],
  ];
  for (const [path, help] of cases) {
    expect(() => query(document, path)).toThrow(
      expect.objectContaining({ code: "R008", help: expect.stringContaining(help) as string }),
    );
  }
});

test("what is no path is an error that says where", () => {
  for (const path of ["", "..a", "a[", "a[x]", "a[0]b", "a]", 'a["\\x"]', "a[-1]"]) {
    expect(() => query(document, path)).toThrow(expect.objectContaining({ code: "R007" }));
  }
});

test("every path that is listed leads to something", () => {
  expect(listPaths(document)).toEqual([
    { path: ".verdict", type: "text" },
    { path: ".summary", type: "object" },
    { path: ".summary.runs", type: "number" },
    { path: ".findings", type: "list" },
    { path: ".findings[]", type: "object" },
    { path: ".findings[].id", type: "text" },
    { path: ".findings[].place", type: "null or object" },
    { path: ".findings[].story", type: "list" },
    { path: ".findings[].story[]", type: "text" },
    { path: ".findings[].place.line", type: "number" },
    { path: '["a key.with dots"]', type: "object" },
    { path: '["a key.with dots"][""]', type: "number" },
  ]);
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: "small" }), (value) => {
      for (const { path } of listPaths(value)) expect(query(value, path).length).toBeGreaterThan(0);
    }),
  );
});

test("any text is a path or an error of ours", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (path) => {
      expect(outcomeOf(path)).toMatch(/^(?:values|R007|R008)$/);
    }),
  );
});

// --- inside ---

function outcomeOf(path: string): string {
  try {
    query(document, path);
    return "values";
  } catch (thrown) {
    return thrown instanceof GauntletError ? thrown.code : String(thrown);
  }
}
