import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makerIn } from "./maker.ts";

const own = fileURLToPath(new URL("../../runner/worker/worker-main.ts", import.meta.url));
const standIn = fileURLToPath(new URL("../net/connect.ts", import.meta.url));
const host = fileURLToPath(new URL("../host/host-link.ts", import.meta.url));
const loader = "node:internal/modules/cjs/loader";

test("what Gauntlet calls is its own, through whatever stand-in", () => {
  expect(makerIn(framesOf(standIn, "node:net", own))).toBe(undefined);
  expect(makerIn(framesOf("node:fs", host, "/app/node_modules/pkg/a.js"))).toBe(undefined);
});

test("the maker is the module that was being loaded, not a package that it calls", () => {
  const files = [standIn, "node:net", installed("ws"), installed("@me/pkg"), loader];
  expect(makerIn(framesOf(...files, installed("app"), loader, own))).toEqual({
    packageName: "@me/pkg",
    packages: ["@me/pkg", "app"],
    place: "node_modules/@me/pkg/index.js:4",
  });
});

test("a callback that no frame leads to has no maker that is known, and is not ours", () => {
  const unknown = { packageName: undefined, packages: [], place: "" };
  expect(makerIn(framesOf(standIn, "node:internal/timers"))).toEqual(unknown);
  expect(makerIn([])).toEqual(unknown);
});

test("a package that is linked from elsewhere has the name that it says", () => {
  const file = fileURLToPath(new URL("../../../bench/kernel.mjs", import.meta.url));
  const before = process.cwd();
  try {
    process.chdir(path.dirname(file));
    expect(makerIn(framesOf(file))?.packageName).toBe(undefined);
    process.chdir("/");
    expect(makerIn(framesOf(file))?.packageName).toBe("gauntlet");
  } finally {
    process.chdir(before);
  }
});

// --- inside ---

function installed(name: string): string {
  return path.resolve("node_modules", name, "index.js");
}

/** Each frame has its place in the list as its line. */
function framesOf(...files: readonly string[]): { file: string; line: number }[] {
  return files.map((file, index) => ({ file, line: index + 1 }));
}
