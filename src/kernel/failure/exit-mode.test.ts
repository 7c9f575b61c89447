import { expect, test } from "vitest";
import { type ExitMode, exitText, parseExitMode } from "./exit-mode.ts";
import { Fields } from "../values/fields.ts";

const modes: readonly ExitMode[] = [
  { kind: "exit", code: 3 },
  { kind: "signal", signal: "SIGABRT" },
  { kind: "timeout", afterMs: 5_000 },
  { kind: "memory" },
  { kind: "output", bytes: 1_024 },
];

test("every way in which a process can end has its words", () => {
  expect(modes.map(exitText)).toEqual([
    "exit code 3",
    "signal SIGABRT",
    "no sign of life for 5000 ms",
    "out of memory",
    "more than 1024 bytes of output",
  ]);
});

test("an exit mode is read back as it was written", () => {
  for (const mode of modes) {
    const written: unknown = JSON.parse(JSON.stringify(mode));
    expect(parseExitMode(new Fields(written, "the exit mode"))).toEqual(mode);
  }
});

test("an exit mode with a foreign kind or key is refused", () => {
  const read = (value: unknown): ExitMode => parseExitMode(new Fields(value, "the exit mode"));
  expect(() => read({ kind: "exploded" })).toThrow("`kind` of the exit mode must be one of");
  expect(() => read({ kind: "memory", code: 1 })).toThrow("unknown key `code`");
  expect(() => read({ kind: "exit", code: "1" })).toThrow("must be a whole number");
});
