import { expect, test } from "vitest";
import { timeOverNotes, timeOverReason } from "./time-over.ts";

const none = { unreached: [], unfinished: [], unread: [], lawFiles: [] };
const targets = "abcdefg".split("").map((name) => ({ module: "src/a.ts", name }));

test("a scan that had time for everything has nothing to say", () => {
  expect([timeOverReason(none), timeOverNotes(none)]).toEqual(["", []]);
});

test("what there was no time for is named, five of each", () => {
  const files = { unread: ["src/b.ts"], lawFiles: ["src/a.ts"] };
  const over = { unreached: targets, unfinished: targets.slice(0, 1), ...files };
  expect(timeOverNotes(over)).toEqual([
    "types not read in time: src/b.ts",
    "not reached in time: src/a.ts:a, src/a.ts:b, src/a.ts:c, src/a.ts:d, src/a.ts:e and 2 more",
    "not finished in time: src/a.ts:a",
    "laws not looked for in time: src/a.ts",
  ]);
});

test("a target that was not finished, or laws not looked for, leave a scan unknown", () => {
  expect(timeOverReason({ ...none, unfinished: targets.slice(0, 1) })).toBe(
    "the time was over before all was called",
  );
  expect(timeOverReason({ ...none, unread: ["src/b.ts"] })).toBe(
    "the time was over before all was called",
  );
  expect(timeOverReason({ ...none, lawFiles: ["src/a.ts"] })).toBe(
    "the time was over before all laws were looked for",
  );
});
