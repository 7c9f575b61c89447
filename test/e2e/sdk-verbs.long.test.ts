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

test("a scenario that was built is a file that can be explored", async () => {
  const project = new TempProject(files);
  const built = scenario("the first of no names")
    .let("names", [])
    .call("src/money.ts#first", ["${names}"], { expect_error: { name: "TypeError" } })
    .call("src/money.ts#first", [[]]);
  await built.write("first.scenario.yaml", { cwd: project.root });
  const { verdict, findings } = await gauntlet({ cwd: project.root }).explore(
    "first.scenario.yaml",
    { runs: 3, corpus: false },
  );
  expect(verdict).toBe("broken");
  expect(findings.map(({ identity }) => identity.error)).toEqual(["TypeError"]);
});
