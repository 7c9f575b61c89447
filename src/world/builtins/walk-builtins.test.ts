import { expect, test } from "vitest";
import { everyBuiltin } from "./walk-builtins.ts";

test("functions, methods, getters and setters are found by their full names", () => {
  const paths = everyBuiltin().map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      "fs.promises.readFile",
      "net.Socket.prototype.connect",
      "process.report.directory=",
      "globalThis.Date.prototype.getTime",
    ]),
  );
});
