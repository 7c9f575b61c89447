import { expect, test } from "vitest";
import type { ValidateDocument } from "../../src/report/index.ts";
import { TempProject } from "./temp-project.ts";

const good = `version: 1
name: a price is paid
steps:
  - { type: call, fn: "src/pay.ts#pay", args: [5], expect: { json: { cents: 5 } } }
`;
const pay = "export function pay(cents: number) { return { cents }; }\nexport const limit = 3;\n";
const nodes = `{ "version": 1, "name": "two", "distributed": {
  "node_count": 2, "steps": [{ "type": "crash", "node": "n0" }] } }`;

async function told(project: TempProject, ...paths: string[]) {
  const { code, out } = await project.cli("validate", ...paths, "--json");
  return { code, ...(JSON.parse(out) as ValidateDocument) };
}

test("files that are fine are listed, and the exit code is 0", async () => {
  const project = new TempProject({
    "src/pay.ts": pay,
    "tests/a.scenario.yaml": good,
    "tests/b.fozzy.json": nodes,
    "tests/other.yaml": "no: scenario\n",
  });
  expect(await told(project, "tests")).toMatchObject({
    code: 0,
    tool: "gauntlet",
    schema: 1,
    command: "validate",
    verdict: "held",
    files: [
      { file: "tests/a.scenario.yaml", ok: true, variant: "steps", steps: 1, errors: [] },
      { file: "tests/b.fozzy.json", ok: true, variant: "distributed", name: "two", errors: [] },
    ],
  });
});

test("what is wrong in a file or with what it names is told, with exit code 2", async () => {
  const project = new TempProject({
    "src/pay.ts": pay,
    "a.scenario.yaml": good.replace("expect:", "exepct:"),
    "b.scenario.yaml": good.replace("src/pay.ts", "src/pya.ts"),
    "c.scenario.yaml": good
      .replace("#pay", "#limit")
      .replace("steps:", "faults: { x: { kind: slo } }\nsteps:"),
    "d.scenario.yaml": good.replace("5]", "5"),
  });
  const { code, verdict, files } = await told(project);
  expect({ code, verdict }).toEqual({ code: 2, verdict: "broken" });
  const errors = files.map((file) =>
    file.errors.map((one) => `${one.code} ${one.pointer ?? ""} ${one.where ?? ""}`),
  );
  expect(errors).toEqual([
    ["N003 /steps/0/exepct a.scenario.yaml:4:52"],
    ["N012 /steps/0/fn b.scenario.yaml:4:23"],
    ["N010 /faults/x/kind c.scenario.yaml:3:22", "N012 /steps/0/fn c.scenario.yaml:5:23"],
    ["N002  d.scenario.yaml:4:82"],
  ]);
});

test("paths that are not there are all told, with exit code 2; nothing at all is 3", async () => {
  const project = new TempProject({ "src/pay.ts": pay, "a.scenario.yaml": good });
  const missing = await told(project, "no.scenario.yaml", "a.scenario.yaml", "none");
  expect(missing).toMatchObject({
    code: 2,
    files: [
      { file: "no.scenario.yaml", ok: false, variant: null, name: null, steps: null },
      { file: "none", ok: false },
      { file: "a.scenario.yaml", ok: true },
    ],
  });
  expect(await told(project, "none/*.yaml")).toMatchObject({
    code: 3,
    verdict: "unknown",
    because: "no scenario file was found",
    files: [],
  });
});

test("schema scenario prints the JSON Schema of scenario files", async () => {
  const project = new TempProject();
  const { code, out } = await project.cli("schema", "scenario");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toHaveProperty("anyOf");
});
