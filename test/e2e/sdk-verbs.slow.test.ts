import { gauntlet, scenario } from "gauntlet/sdk";
import { expect, test } from "vitest";
import { TempProject } from "./temp-project.ts";

const files = {
  "a.chaos.ts": `
import { chaosTest } from "gauntlet";
export default chaosTest({
  name: "counter",
  setup: () => ({ sum: 0 }),
  rules: { add: { run: (state) => { state.sum += 1; } } },
  invariants: { "stays small": (state) => state.sum < 3 },
});
export const calm = chaosTest({
  name: "calm",
  setup: () => ({}),
  rules: { wait: { run: () => {} } },
});
`,
  "src/money.ts": `
export function round(cents: number): number {
  return Math.round(cents);
}
export function first(names: readonly string[]): string {
  return names[0].trim();
}
`,
};

test("AC-18: seeds go through the command line and back without a change", async () => {
  const { explore } = gauntlet({ cwd: new TempProject(files).root });
  for (const seed of [Number.MAX_SAFE_INTEGER, "007", "0x10", "9007199254740993"]) {
    const { summary } = await explore("a.chaos.ts#calm", { seed, runs: 1, corpus: false });
    expect(summary.seed).toBe(seed);
  }
});

test("verbs that call functions give their documents", async () => {
  const project = new TempProject(files);
  const { init, scan, mine, check, verify, schema } = gauntlet({ cwd: project.root });
  const planned = await init({ dryRun: true });
  expect([planned.exitCode, planned.dryRun, planned.artifacts]).toEqual([0, true, []]);
  const scanned = await scan("src/money.ts", { runs: 50, save: true, seed: 1 });
  expect(scanned.exitCode).toBe(1);
  expect(scanned.scan?.targets.map(({ name }) => name)).toEqual(["round", "first"]);
  const verified = await verify({ ci: true });
  expect(verified.exitCode).toBe(1);
  expect(verified.regressions.map(({ status }) => status)).toEqual(["still broken"]);
  const mined = await mine("src/money.ts:round", { runs: 50, seed: 1 });
  expect(mined.mined?.functions.map(({ name }) => name)).toEqual(["round"]);
  const checked = await check("src/money.ts:round", { property: "idempotent", runs: 50 });
  expect([checked.exitCode, checked.verdict]).toEqual([0, "held"]);
  expect(Object.keys(await schema())).toContain("properties");
});

test("verbs that run chaos tests give their documents", async () => {
  const project = new TempProject(files);
  const { explore, shrink, doctor, trace, corpus } = gauntlet({ cwd: project.root });
  const explored = await explore(["a.chaos.ts", "a.chaos.ts#calm"], { runs: 20, seed: 1 });
  expect([explored.exitCode, explored.findings.length]).toEqual([1, 1]);
  const id = explored.findings[0]?.id ?? "";
  const small = await shrink(id, { out: "small.jsonl.gz", attempts: 5 });
  expect([small.exitCode, small.verdict]).toEqual([1, "broken"]);
  const shown = await trace.show(id);
  expect([shown.exitCode, shown.trace.verdict.kind]).toEqual([0, "broken"]);
  const same = await trace.diff(id, id);
  expect([same.exitCode, same.difference.isEqual]).toEqual([0, true]);
  const listed = await corpus.list();
  expect(listed.subjects.map(({ subject }) => subject)).toEqual([
    "a.chaos.ts#calm",
    "a.chaos.ts#default",
  ]);
  expect(await corpus.export("corpus.jsonl.gz")).toMatchObject({ artifacts: ["corpus.jsonl.gz"] });
  expect(await corpus.import("corpus.jsonl.gz")).toMatchObject({ added: 0 });
  expect(await corpus.merge(".gauntlet/corpus")).toMatchObject({ added: 0 });
  const minimized = await corpus.minimize("a.chaos.ts#calm");
  expect([minimized.exitCode, minimized.subjects.length]).toEqual([0, 1]);
  const examined = await doctor("a.chaos.ts#calm", { runs: 2 });
  expect([examined.exitCode, examined.verdict]).toEqual([0, "held"]);
});

test("a scenario that was built is a file that can be run, recorded and looked at", async () => {
  const project = new TempProject(files);
  const verbs = gauntlet({ cwd: project.root });
  const { validate, run, explore, report, artifacts, corpus, env } = verbs;
  const good = scenario("names have a first")
    .let("names", [" a"])
    .call("src/money.ts#first", ["${names}"], { expect: { equals: "a" } });
  await good.write("good.scenario.yaml", { cwd: project.root });
  await good.call("src/money.ts#first", [[]]).write("bad.scenario.json", { cwd: project.root });
  project.write("wrong.json", JSON.stringify({ ...good.toJSON(), version: 2 }));
  const checked = await validate(["good.scenario.yaml", "bad.scenario.json", "wrong.json"]);
  expect(checked.files.map(({ ok, steps }) => [ok, steps])).toEqual([
    [true, 3],
    [true, 2],
    [false, null],
  ]);
  expect([checked.exitCode, checked.verdict]).toEqual([2, "broken"]);
  const one = await run("good.scenario.yaml", { record: "good.jsonl.gz", det: true, seed: "007" });
  expect([one.exitCode, one.verdict, one.summary.seed]).toEqual([0, "held", "007"]);
  const proven = await verbs.ci("good.jsonl.gz");
  expect([proven.exitCode, proven.verdict]).toEqual([0, "held"]);
  const all = await verbs.test({ jobs: 1 });
  expect([all.exitCode, all.findings.map(({ identity }) => identity.error)]).toEqual([
    1,
    ["TypeError"],
  ]);
  const explored = await explore("bad.scenario.json", { runs: 3, corpus: false });
  expect(explored.verdict).toBe("broken");
  expect(await report.show(all.run ?? "")).toEqual(all);
  const asked = await report.query("last-pass", { path: [".summary.seed", ".verdict"] });
  expect(asked.values).toEqual(["007", "held"]);
  const flaky = await report.flaky([one.run ?? "", all.run ?? ""], { flakeBudget: 0.5 });
  expect([flaky.exitCode, flaky.rate]).toEqual([0, 0.5]);
  const listed = await artifacts.ls("last-pass");
  expect(listed.files.map(({ kind }) => kind)).toContain("report");
  const diff = await artifacts.diff(one.run ?? "", all.run ?? "");
  expect([diff.exitCode, diff.difference.isEqual]).toEqual([1, false]);
  const exported = await artifacts.export("last-pass", { out: "carried" });
  expect(exported.files.length).toBe(exported.artifacts.length);
  expect(await corpus.add(all.findings[0]?.id ?? "")).toMatchObject({ added: 1 });
  expect((await env()).versions["node"]).toBe(process.versions.node);
});
