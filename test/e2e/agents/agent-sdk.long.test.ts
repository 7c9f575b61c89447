import { gauntlet, GauntletUsageError } from "gauntlet/sdk";
import { expect, expectTypeOf, test } from "vitest";
import { travelProject } from "./travel-project.ts";

test("agent verbs of any depth are functions that give their documents", async () => {
  const { agent } = gauntlet({ cwd: travelProject().root });
  const contract = await agent.contract.validate();
  expect([contract.exitCode, contract.contract, contract.scenarios.length]).toEqual([
    0,
    "travel",
    3,
  ]);
  const all = await agent.ci({ minScore: 0.9, seed: "007", trials: 1 });
  expect([all.exitCode, all.verdict, all.summary.seed]).toEqual([1, "broken", "007"]);
  expect(all.agent?.scores.contract_compliance).toBeCloseTo(2 / 3);
  const exported = await agent.replay.export({ fromReport: all.run });
  const written = exported.sessions.map(({ file }) => file);
  const files = written.filter((file) => /^replays\/contract-.+\.yaml$/u.test(file));
  expect(files.length).toBe(1);
  const again = await agent.replay.run(files);
  if ("skipped" in again) throw new Error("nothing was to be fetched");
  expect(again.agent?.scores.replay_regression).toBe(0);
  const issued = await agent.certificate.issue();
  expect([issued.exitCode, issued.command]).toEqual([0, "agent certificate"]);
  const file = issued.artifacts.find((name) => name.endsWith("certificate.json")) ?? "";
  const verified = await agent.certificate.verify(file, { sameConfig: true });
  expect([verified.verdict, verified.statement?.predicate.agent]).toEqual(["held", "planner"]);
  const missing = agent.certificate.verify("none.json", { sameConfig: true });
  await expect(missing).rejects.toThrow(GauntletUsageError);
});

test("groups of verbs have types that come from the table", () => {
  const { agent } = gauntlet();
  expectTypeOf(agent.contract.run).toBeCallableWith({ trials: 3, html: "page.html" });
  expectTypeOf(agent.replay.run).toBeCallableWith(["a.yaml", "b.yaml"], { minScore: 1 });
  expectTypeOf(agent.chaos).toBeCallableWith({ profile: "api_outage" });
  // @ts-expect-error: `agent record` runs a command of its own, and gives no document
  void agent.record;
  // @ts-expect-error: a group is no verb
  void (() => agent.contract());
  // @ts-expect-error: it needs a file
  void (() => agent.certificate.verify());
});
