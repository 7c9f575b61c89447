import { expect, test } from "vitest";
import { planOf } from "../../subject/contracts/fixtures/probed-call.ts";
import type { ContractConfig } from "../../config/index.ts";
import { type Scannable, unmatchedEntries } from "./unmatched.ts";

const run = planOf("run", ["command", "cwd"]);
const scannable: Scannable = {
  modules: ["src/a.ts"],
  targets: [{ name: "run", module: "src/a.ts", calls: [run], harness: "fresh", isWeak: false }],
  isWhole: true,
};

function contract(given: Partial<ContractConfig>): ContractConfig {
  return {
    target: { name: "run" },
    checks: ["shell_injection"],
    args: {},
    trackedParams: [],
    protectedKeys: [],
    envParam: undefined,
    phase: undefined,
    followupPhases: [],
    fault: undefined,
    handlerName: undefined,
    ...given,
  };
}

function notes(given: Partial<ContractConfig>, isWhole = true): readonly string[] {
  return unmatchedEntries({ contracts: [contract(given)], objects: [] }, { ...scannable, isWhole });
}

test("a contract whose target nothing has is told, with the nearest name", () => {
  expect(notes({ target: { name: "rum" } })).toEqual([
    '[[contracts]] target = "rum" means nothing that is scanned; did you mean `run`?',
  ]);
  expect(notes({ target: { file: "src/a.ts", name: "other" } }, false)).toEqual([
    '[[contracts]] target = "src/a.ts:other" means nothing that is scanned',
  ]);
  expect(notes({})).toEqual([]);
});

test("a scan of some files says nothing of targets that are elsewhere", () => {
  expect(notes({ target: { name: "elsewhere" } }, false)).toEqual([]);
  expect(notes({ target: { file: "src/b.ts", name: "run" } }, false)).toEqual([]);
});

test("parameters that no call has are told, with the nearest name", () => {
  expect(notes({ trackedParams: ["comand", "cwd"], args: { cwdd: "/" }, envParam: "env" })).toEqual(
    [
      "[[contracts]] tracked_params: `run` has no parameter `comand`; did you mean `command`?",
      "[[contracts]] kwargs: `run` has no parameter `cwdd`; did you mean `cwd`?",
      "[[contracts]] env_param: `run` has no parameter `env`",
    ],
  );
});
