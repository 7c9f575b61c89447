import { expect, test } from "vitest";
import type { ResultDocument } from "../../src/report/json.ts";
import { readTrace } from "../../src/store/trace-file.ts";
import { TempProject } from "./temp-project.ts";

const sum = "export const add = (a: number, b: number): number => a + b;\n";
const held = `version: 1
name: adding
steps:
  - { type: draw, name: n, schema: { type: integer, minimum: 0, maximum: 1000 } }
  - { type: call, fn: "src/sum.ts#add", args: ["\${n}", 1], save_as: more }
  - { type: expect, value: "\${more}", schema: { type: integer } }
`;
const failing = `version: 1
name: adding wrongly
steps:
  - { type: call, fn: "src/sum.ts#add", args: [1, 1], expect: { equals: 3 } }
`;

const distributed = JSON.stringify({
  version: 1,
  name: "two tills",
  distributed: {
    node_count: 2,
    steps: [{ type: "client_put", node: "n0", key: "a", value: "b" }],
  },
});

function stepsOf({ cases = [] }: ResultDocument): Record<string, string> {
  return Object.fromEntries(cases.map(({ name, verdict }) => [name, verdict]));
}

test("gate takes every step and stops at the first that fails", async () => {
  const project = new TempProject({ "src/sum.ts": sum, "tests/sum.scenario.yaml": held });
  const passed = await project.told("gate", "--doctor-runs", "2");
  expect([passed.verdict, passed.code]).toEqual(["held", 0]);
  expect(stepsOf(passed)).toEqual({
    validate: "held",
    doctor: "held",
    test: "held",
    verify: "held",
    replay: "held",
    ci: "held",
  });
  const nothing = await project.told("gate", "--scope", "sum,refund");
  expect(nothing.code).toBe(1);
  expect(nothing.cases?.[0]?.because).toBe("no scenario is in the scope of refund");
  project.write("tests/wrong.fail.scenario.yaml", failing);
  const broken = await project.told("gate", "--doctor-runs", "1");
  expect(broken.code).toBe(1);
  expect(stepsOf(broken)).toMatchObject({ test: "broken", verify: "not executed" });
  expect(broken.findings.map(({ subject }) => subject)).toEqual(["adding wrongly"]);
  const meant = await project.told("gate", "--doctor-runs", "1", "--allow-expected-failures");
  expect([meant.code, stepsOf(meant)["ci"]]).toEqual([0, "held"]);
  // What was not executed came out neither way.
  project.write("tests/tills.fail.scenario.json", distributed);
  const open = await project.told("gate", "--doctor-runs", "1", "--allow-expected-failures");
  expect([open.code, stepsOf(open)["test"]]).toEqual([3, "unknown"]);
}, 300_000);

test("full explores too, and lists what it did not run", async () => {
  const project = new TempProject({ "src/sum.ts": sum, "tests/sum.scenario.yaml": held });
  const flags = ["--explore-time", "0.2", "--skip-steps", "doctor,replay"];
  const full = await project.told("full", ...flags, "--scenario-filter", "adding");
  expect([full.verdict, full.code]).toEqual(["held", 0]);
  expect(stepsOf(full)).toEqual({
    validate: "held",
    doctor: "not executed",
    test: "held",
    verify: "held",
    replay: "not executed",
    ci: "held",
    "explore-scenarios": "held",
    "explore-tests": "not executed",
    regressions: "not executed",
    scan: "not executed",
    mine: "not executed",
  });
  const asked = await project.told("full", ...flags, "--required-steps", "doctor");
  expect([asked.code, asked.because]).toEqual([3, "`doctor` must be done, and was not"]);
  const unknown = await project.gauntlet("full", "--skip-steps", "docter");
  expect([unknown.code, unknown.err]).toEqual([
    2,
    expect.stringContaining("did you mean `doctor`"),
  ]);
}, 300_000);

test("full explores from the seed that it is given, and only what its filter leaves", async () => {
  const project = new TempProject({
    "src/sum.ts": sum,
    "a.scenario.yaml": failing,
    "b.scenario.yaml": failing.replace("wrongly", "badly"),
  });
  const gateSteps = "validate,doctor,test,verify,replay,ci";
  const flags = ["--explore-time", "0.1", "--skip-steps", gateSteps, "--seed", "7"];
  const { findings } = await project.told("full", ...flags, "--scenario-filter", "badly");
  expect(findings.map(({ subject }) => subject)).toEqual(["adding badly"]);
  const { header } = await readTrace(project.path(findings[0]?.trace ?? ""));
  expect(header.seed).toBe(7);
});

test("a gate goes on after doctor where every scenario uses the real machine", async () => {
  const real = `version: 1
name: true is true
backends: { proc: host }
steps: [{ type: proc_spawn, cmd: "true", expect_exit: 0 }]
`;
  const gate = await new TempProject({ "a.scenario.yaml": real }).told("gate");
  expect([gate.code, stepsOf(gate)]).toMatchObject([
    0,
    { doctor: "not executed", test: "held", replay: "held", ci: "held" },
  ]);
});

test("a gate without scenarios is no success", async () => {
  const { code, because } = await new TempProject({}).told("gate");
  expect([code, because]).toEqual([3, "`validate` could not be judged"]);
});
