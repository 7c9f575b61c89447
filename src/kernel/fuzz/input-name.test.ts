import { expect, test } from "vitest";
import { inputName, parseInputName } from "./input-name.ts";

const sha1 = "0a4d55a8d778e5022fab701977c5d840bbc486d0";

test.each([
  [sha1, "input", sha1],
  [`crash-${sha1}`, "crash", sha1],
  [`timeout-${sha1}`, "timeout", sha1],
  [`oom-${sha1}`, "oom", sha1],
  [`leak-${sha1}`, "oom", sha1],
  [`slow-unit-${sha1}`, "input", sha1],
  ["queue/id:000000,time:0,execs:0,orig:a.json", "input", undefined],
  ["default/crashes/id:000001,sig:06,src:000000,op:havoc", "crash", undefined],
  ["hangs/id:000002,src:000000", "timeout", undefined],
  ["id_000003_sig_11_src_000001", "crash", undefined],
  ["crash-of-friday", "crash", undefined],
  ["crashes.json", "input", undefined],
  ["a.json", "input", undefined],
] as const)("the name %s says what the input did", (name, kind, hash) => {
  expect(parseInputName(name)).toEqual({ kind, sha1: hash });
});

test("a name that is written is read back", () => {
  for (const kind of ["input", "crash", "timeout", "oom"] as const) {
    expect(parseInputName(inputName(kind, sha1))).toEqual({ kind, sha1 });
  }
});
