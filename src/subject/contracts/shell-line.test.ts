import { expect, test } from "vitest";
import { readShellLine } from "./shell-line.ts";

const cases: readonly (readonly [string, readonly (readonly string[])[], boolean])[] = [
  ["tar -cf out.tar 'my file'", [["tar", "-cf", "out.tar", "my file"]], true],
  ["a; b && c | d &", [["a"], ["b"], ["c"], ["d"]], true],
  [`echo "a;b" 'c$(d)'`, [["echo", "a;b", "c$(d)"]], true],
  [
    `echo "x $(rm -r y) z"`,
    [
      ["rm", "-r", "y"],
      ["echo", "x  z"],
    ],
    true,
  ],
  ["echo `id`", [["id"], ["echo", ""]], true],
  [`echo it\\'s $HOME \${X}`, [["echo", "it's", "", ""]], true],
  ["cat < in > out # note; rm", [["cat", "in", "out"]], true],
  ["echo 'open", [["echo", "open"]], false],
  ['echo "open', [["echo", "open"]], false],
  ["echo $(open", [["open"], ["echo", ""]], false],
  ["", [], true],
];

for (const [line, commands, isWhole] of cases) {
  test(`a shell reads ${JSON.stringify(line)}`, () => {
    expect(readShellLine(line)).toEqual({ commands, isWhole });
  });
}

test("brackets without end are given up, not followed", () => {
  expect(readShellLine("$(".repeat(1_000)).isWhole).toBe(false);
});
