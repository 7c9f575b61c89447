import { describe, expect, test } from "vitest";
import { agentOf, configure, exampleProject } from "./example-project.ts";

// Each way to ask has a score of its own, and `agent ci` has all of them.

describe("the score in the JSON document", () => {
  test("`agent run` has mutation_robustness alone", async () => {
    const project = exampleProject("support-agent/fixed");
    const result = await project.told("agent", "run");
    const { scores, cells } = agentOf(result);
    expect([result.code, scores]).toEqual([0, { mutation_robustness: 1, overall: 1 }]);
    expect(new Set(cells.map(({ phase }) => phase))).toEqual(new Set(["mutation"]));
  });

  test("`agent run --chaos` asks in other words while things go wrong", async () => {
    const project = exampleProject("support-agent/fixed");
    const result = await project.told("agent", "run", "--chaos");
    const { scores, conversations } = agentOf(result);
    expect(Object.keys(scores)).toEqual(["mutation_robustness", "overall"]);
    const both = conversations.filter(({ mutation, strikes }) => mutation && strikes.length > 0);
    expect(both.length).toBeGreaterThan(0);
  });

  test("`agent chaos` and `agent run --chaos-only` have the same chaos_resilience", async () => {
    const project = exampleProject("support-agent/fixed");
    const chaos = await project.told("agent", "chaos");
    const only = await project.told("agent", "run", "--chaos-only");
    expect(agentOf(chaos).scores).toEqual({ chaos_resilience: 1, overall: 1 });
    expect(agentOf(only).scores).toEqual(agentOf(chaos).scores);
    expect(agentOf(chaos).deltas).toMatchObject([{ rate: 1, baseline: 1, delta: 0 }]);
  });

  test("`agent contract run` has contract_compliance, which `contract score` prints", async () => {
    const project = exampleProject("travel-agents");
    const result = await project.told("agent", "contract", "run");
    const { scores } = agentOf(result);
    expect(Object.keys(scores)).toEqual(["contract_compliance", "overall"]);
    expect(scores.contract_compliance).toBeCloseTo(2 / 3, 6);
    const alone = await project.gauntlet("agent", "contract", "score");
    expect([alone.code, alone.out]).toEqual([1, "0.666\n"]);
  });

  test("`agent replay run` has replay_regression, with a file alone in the config", async () => {
    const weak = await exampleProject("research-agent").told("agent", "replay", "run");
    expect([weak.code, agentOf(weak).scores]).toEqual([
      1,
      { replay_regression: 0.5, overall: 0.5 },
    ]);
    expect(weak.next).toEqual([]); // it is a session already
    const fixed = await exampleProject("research-agent/fixed").told("agent", "replay", "run");
    expect([fixed.code, agentOf(fixed).scores.replay_regression]).toEqual([0, 1]);
  });

  test("`agent ci` has all four, and overall by their weights", async () => {
    const result = await exampleProject("research-agent").told("agent", "ci");
    const { scores } = agentOf(result);
    const weights = {
      mutation_robustness: 0.2,
      chaos_resilience: 0.35,
      contract_compliance: 0.35,
      replay_regression: 0.1,
    };
    expect(Object.keys(scores)).toEqual([...Object.keys(weights), "overall"]);
    const weighted = Object.entries(weights).map(
      ([name, weight]) => weight * (scores[name as keyof typeof weights] ?? Number.NaN),
    );
    expect(scores.contract_compliance).toBeLessThan(1);
    expect(scores.overall).toBeCloseTo(
      weighted.reduce((sum, part) => sum + part, 0),
      6,
    );
  });
});

describe("what a run can be asked for", () => {
  test("`--min-score` turns what is allowed into what is broken", async () => {
    const project = exampleProject("travel-agents");
    configure(project, 'severity = "critical"', 'severity = "high"');
    const allowed = await project.told("agent", "contract", "run");
    expect([allowed.code, allowed.verdict]).toEqual([0, "held"]);
    expect(allowed.because).toBe(
      "1 of 3 cells failed, none of them critical, and no score is asked for",
    );
    const gated = await project.told("agent", "contract", "run", "--min-score", "0.9");
    expect([gated.code, gated.because]).toEqual([
      1,
      "the contract score is 66.6 %, 90 % is asked for",
    ]);
  });

  test("`--trials 3` holds each conversation three times, and says pass^3", async () => {
    const project = exampleProject("travel-agents/fixed");
    const result = await project.told("agent", "contract", "run", "--trials", "3");
    const { cells, phases } = agentOf(result);
    expect(cells.map(({ trial }) => trial)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3]);
    expect(phases.map(({ passAll }) => passAll)).toEqual([{ trials: 3, rate: 1 }]);
    const text = await project.gauntlet("agent", "contract", "run", "--trials", "3");
    expect(text.out).toContain("pass^3");
  });

  test("`--trials` holds sessions that often too", async () => {
    const project = exampleProject("research-agent");
    const result = await project.told("agent", "replay", "run", "--trials", "2");
    const failed = agentOf(result).cells.filter(({ state }) => state === "fail");
    expect(failed.map(({ trial }) => trial)).toEqual([1, 2]);
  });

  test("`--html` writes a page, and `--report junit:` has a case for every cell", async () => {
    const project = exampleProject("travel-agents");
    const flags = ["--html", "page.html", "--report", "junit:cells.xml"];
    const result = await project.told("agent", "contract", "run", ...flags);
    expect(result.artifacts).toContain("page.html");
    expect(project.read("page.html")).toMatch(/^<!doctype html>/i);
    expect(project.read("page.html")).toContain("the booker&#39;s model says nothing");
    const junit = project.read("cells.xml");
    expect(junit.match(/<testcase /g)).toHaveLength(agentOf(result).cells.length);
    expect(junit.match(/<failure /g)).toHaveLength(1);
  });
});
