import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

const words = [
  "src/shop.chaos.ts#cart",
  "my project",
  "café",
  "it's $HOME",
  "#1",
  "a;b",
  "100%",
  "*",
];

test("a shell reads back each word as it was", () => {
  const line = words.map((word) => shellWord(word)).join(" ");
  const read = execFileSync("/bin/sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" });
  expect(read.trimEnd().split("\n")).toEqual(words);
});

test("plain words stay as they are", () => {
  expect(shellWord("src/shop.chaos.ts#cart")).toBe("src/shop.chaos.ts#cart");
  expect(shellWord("my project")).toBe("'my project'");
});
