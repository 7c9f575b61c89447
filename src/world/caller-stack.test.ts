import { expect, test } from "vitest";
import { placeOfFrame } from "./caller-stack.ts";

test.each([
  ["    at run (/shop/a.js:1:2)", "/shop/a.js:1:2"],
  ["    at /shop/a.js:1:2", "/shop/a.js:1:2"],
  ["    at async file:///shop/a.js:1:2", "file:///shop/a.js:1:2"],
  ["    at new Shop [as make] (file:///shop/a.js:1:2)", "file:///shop/a.js:1:2"],
  ["    at eval (eval at run (/shop/a.js:9:9), /shop/b.js:1:2)", "/shop/b.js:1:2"],
  ["    at run (/my shop (copy), 2/a.js:1:2)", "/my shop (copy), 2/a.js:1:2"],
  [
    "    at run (file:///my%20shop%20(copy),%202/a.js:1:2)",
    "file:///my%20shop%20(copy),%202/a.js:1:2",
  ],
  ["    at /my shop (copy), 2/a.js:1:2", "/my shop (copy), 2/a.js:1:2"],
])("the place in %j is %j", (frame, place) => {
  expect(placeOfFrame(frame)).toBe(place);
});
