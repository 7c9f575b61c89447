import { expect, test } from "vitest";
import type { RunManifest, StoredRun } from "../../store/runs/index.ts";
import { flakiness } from "./flake-rate.ts";

function run(runId: string, verdict: RunManifest["verdict"], ...identities: string[]): StoredRun {
  const manifest: RunManifest = {
    schema: 1,
    runId,
    command: "explore",
    subject: "shop",
    verdict,
    startedAt: "",
    finishedAt: "",
    identities,
    findings: [],
    traces: [],
    digests: {},
  };
  return { folder: runId, manifest };
}

test("the rate is the share of runs that did not come out like most", () => {
  const runs = [
    run("1", "broken", "aa"),
    run("2", "broken", "aa"),
    run("3", "broken", "aa", "bb"),
    run("4", "held"),
  ];
  const { rate, isWithinBudget, signatures } = flakiness(runs, 0.5);
  expect([rate, isWithinBudget]).toEqual([0.5, true]);
  expect(signatures[0]).toEqual({ verdict: "broken", identities: ["aa"], runs: ["1", "2"] });
  expect(flakiness(runs, 0.49).isWithinBudget).toBe(false);
  expect(flakiness(runs.slice(0, 2), 0)).toMatchObject({ rate: 0, isWithinBudget: true });
});

test("one run, or one run twice, is refused", () => {
  const [one, other] = [run("1", "held"), run("2", "held")];
  expect(() => flakiness([one], 0)).toThrow(expect.objectContaining({ code: "R010" }));
  expect(() => flakiness([one, other, one], 0)).toThrow(expect.objectContaining({ code: "R009" }));
});

test("runs of different things are compared, but that is told", () => {
  const other = run("2", "held");
  const replay = { ...other, manifest: { ...other.manifest, command: "replay" } };
  expect(flakiness([run("1", "held"), replay], 0).notes).toEqual([
    "these runs are not of one thing: explore shop, replay shop",
  ]);
});
