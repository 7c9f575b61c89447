import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gauntletCommand, shellWord, withFlags } from "./shell-command.ts";

const hostile = [
  "w$(touch x)",
  "a b",
  "it's",
  '"quoted"',
  "`touch x`",
  "a;touch x",
  "a\ntouch x",
  "\u001b[2Jgone",
  "\u202egnp.exe",
  "~root",
  "#comment",
  "=ls",
  "*",
  "{a,b}",
  "!!",
  "back\\slash",
  "back\\slash\n'",
  "größe 中文",
  "-rf",
  "",
];

describe("shellWord", () => {
  test("plain paths stay as they are", () => {
    const plain = [".gauntlet/findings/a-1/trace.jsonl.gz", "a.chaos.ts#name", "C:/x", "größe.ts"];
    expect(plain.map(shellWord)).toEqual(plain);
  });

  test("a shell reads each hostile name as one word with the same bytes", () => {
    // One shell for all of them: each word is printed with its length and no line break.
    const script = `printf '<%s>' ${hostile.map(shellWord).join(" ")}`;
    const said = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
    expect(said).toBe(hostile.map((word) => `<${word}>`).join(""));
  });

  test("a shell reads any text as one word", () => {
    const words = fc.sample(fc.string({ unit: "binary", maxLength: 12 }), { numRuns: 60, seed: 1 });
    // No argument can hold a NUL, and the shell drops line breaks at the end of what it reads.
    const possible = words.map((word) => word.replaceAll("\0", "").replaceAll(/\n+$/gu, ""));
    const script = `printf '<%s>' ${possible.map(shellWord).join(" ")}`;
    const said = execFileSync("/bin/sh", ["-c", script], { encoding: "utf8" });
    expect(said).toBe(possible.map((word) => `<${word}>`).join(""));
  });

  test("nothing raw is left that could drive a terminal", () => {
    for (const word of hostile) expect(shellWord(word)).not.toMatch(/\p{Cc}|\u202e/u);
  });
});

describe("gauntletCommand", () => {
  test("a name that begins with a dash is no flag", () => {
    expect(gauntletCommand("replay", { words: ["-x.jsonl"], flags: ["--regression"] })).toBe(
      "npx gauntlet replay ./-x.jsonl --regression",
    );
  });

  test("flags that come later are quoted as well", () => {
    expect(withFlags("npx gauntlet verify a", ["--cwd", "my $HOME"])).toBe(
      "npx gauntlet verify a --cwd 'my $HOME'",
    );
  });
});
