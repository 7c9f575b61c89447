import { expect, test } from "vitest";
import { ownVersion } from "../world/own-version.ts";
import { quickAnswer } from "./quick-answer.ts";
import { runCli } from "./run.ts";

async function answerOfProgram(argv: readonly string[], outColumns?: number): Promise<string> {
  let told = "";
  const exitCode = await runCli(argv, {
    cwd: ".",
    outColumns,
    env: {},
    out: (text) => (told += text),
    err: () => {},
    signal: new AbortController().signal,
  });
  expect(exitCode).toBe(0);
  return told;
}

test.each(["--help", "-h", "--version", "-V", "-v", "version"])(
  "`%s` is answered at once as the program itself answers it",
  async (word) => {
    const answer = quickAnswer([word], undefined);
    expect(answer).toBeDefined();
    expect(answer).toBe(await answerOfProgram([word]));
    expect(quickAnswer([word], 140)).toBe(await answerOfProgram([word], 140));
  },
);

test("a terminal that is narrower than the printed help gets its own", async () => {
  expect(quickAnswer(["--help"], 99)).toBeUndefined();
  expect(await answerOfProgram(["--help"], 60)).not.toBe(quickAnswer(["--help"], 100));
  expect(quickAnswer(["--version"], 20)).toBe(`${ownVersion()}\n`);
});

test.each([[[]], [["help"]], [["scan"]], [["--help", "scan"]], [["scan", "--version"]]])(
  "%j is left to the program",
  (argv) => {
    expect(quickAnswer(argv, undefined)).toBeUndefined();
  },
);
