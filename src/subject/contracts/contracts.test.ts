import { expect, test } from "vitest";
import { sinkKinds } from "../sinks/index.ts";
import { contractPacks } from "../../kernel/judge/contract-names.ts";
import { checksNamed, contractChecks } from "./check-names.ts";
import { contractJudges } from "./contract-judges.ts";
import { checkOfSink, contractsOfSinks } from "./contracts-of-sinks.ts";
import { planOf } from "./fixtures/probed-call.ts";

test("every check that is promised is there", () => {
  const promised =
    "shell_safe shell_injection quoted_paths command_arg_stability protected_env_keys " +
    "json_roundtrip http_shape subprocess_argv cleanup_attempts_all teardown_attempts_all " +
    "setup_failure_triggers_teardown rollout_cancellation_triggers_cleanup " +
    "all_cleanup_handlers_attempted all_teardown_handlers_attempted cleanup_after_setup_failure " +
    "cleanup_after_cancellation lifecycle_attempts_all lifecycle_followup";
  expect(promised.split(" ").filter((name) => !contractChecks.has(name))).toEqual([]);
});

test("packs stand for checks that exist, each meant once", () => {
  for (const names of Object.values(contractPacks)) {
    expect(names.filter((name) => !contractChecks.has(name))).toEqual([]);
  }
  const names = checksNamed(["shell_safe", "shell_path_safety"]).map(({ name }) => name);
  expect(names).toEqual(["shell_safe", "quoted_paths", "command_arg_stability"]);
});

test("a name that is no check is told with the nearest one", () => {
  expect(() => contractJudges([{ target: "f", checks: ["shell_injecton"] }])).toThrow(
    "there is no contract check `shell_injecton`",
  );
});

test("a judge is about the call that its contract names", () => {
  const [judge] = contractJudges([{ target: "Env.build", checks: ["json_roundtrip"] }]);
  expect(judge?.name).toBe("Env.build: what it gives survives JSON");
  expect(judge?.appliesTo(planOf("Env.build", []))).toBe(true);
  expect(judge?.appliesTo(planOf("build", []))).toBe(false);
});

test("every kind of sink has a check", () => {
  expect(sinkKinds.filter((kind) => !contractChecks.has(checkOfSink[kind]))).toEqual([]);
});

test("ways to sinks become contracts, without those that something makes harmless", () => {
  const sink = {
    of: "call",
    index: 0,
    keys: [],
    sink: "child_process.exec",
    place: { file: "src/a.ts", line: 3 },
    path: [],
    isSanitised: undefined,
  } as const;
  const contracts = contractsOfSinks({
    name: "run",
    place: { file: "src/a.ts", line: 1 },
    sinks: [
      { ...sink, kind: "shell", param: "name" },
      { ...sink, kind: "shell", param: "options", keys: ["flag"], index: 1 },
      { ...sink, kind: "ssrf", param: "host", keys: ["host"], index: 2 },
      { ...sink, kind: "sql", param: "id", isSanitised: "`pg-format`" },
      { ...sink, kind: "fs write", param: "root", of: "constructor" },
    ],
  });
  expect(contracts).toEqual([
    {
      target: "run",
      checks: ["shell_injection"],
      trackedParams: ["name", "options.flag"],
      source: "found",
    },
    { target: "run", checks: ["ssrf"], trackedParams: ["host"], source: "found" },
  ]);
});
