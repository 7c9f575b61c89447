import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentOf, exampleProject } from "./example-project.ts";

// A verdict is believed in both directions: a correct agent is green with every seed, and a wrong
// one red, though faults strike by chance and not every rule has something to say in every row.

const seeds = ["1", "2"];

const byChance = `[agent.contract]
name = "support"

[[agent.contract.invariants]]
id = "no half answers"
type = "rejects_unfinished_stream"
severity = "critical"
when = "llm_faults_active"

[[agent.contract.chaos_matrix]]
name = "the stream sometimes ends early"
llm_faults = [{ mode = "stream_cut", after_chunks = 3, probability = 0.1 }]
`;

test("a fault by chance: red for the wrong agent, green for the right", async () => {
  for (const seed of seeds) {
    const wrong = contracted("support-agent", byChance);
    const found = await wrong.told("agent", "contract", "run", "--seed", seed);
    expect([seed, found.code, found.because]).toEqual([
      seed,
      1,
      "critical rules failed: no half answers",
    ]);
    const right = contracted("support-agent/fixed", byChance);
    const held = await right.told("agent", "contract", "run", "--seed", seed);
    expect([seed, held.code, held.verdict]).toEqual([seed, 0, "held"]);
    const row = agentOf(held).rows.find(({ scenario }) => scenario.startsWith("the stream"));
    expect(row).toMatchObject({ state: "pass", failed: 0 });
    expect(row?.tested).toBeGreaterThan(0);
    expect(row?.failsAtMost).toBeCloseTo(1 - 0.05 ** (1 / (row?.tested ?? 0)), 10);
  }
});

const oneNeedsNone = `[agent.contract]
name = "support"

[[agent.contract.invariants]]
id = "one refund"
type = "no_duplicate_side_effect"
severity = "critical"

[[agent.contract.chaos_matrix]]
name = "no refunds today"
tool_faults = [{ tool = "refund", mode = "error", error_code = 503 }]
`;

test("a row about a tool that one of two prompts needs is decided by that one", async () => {
  const project = contracted("support-agent/fixed", oneNeedsNone);
  const result = await project.told("agent", "contract", "run");
  expect([result.code, result.verdict]).toEqual([0, "held"]);
  const row = agentOf(result).rows.find(({ scenario }) => scenario === "no refunds today");
  expect(row).toMatchObject({ state: "pass", conversations: 2, tested: 1 });
  // Where no prompt needs it, nobody can tell.
  const only = 'prompts = ["Where is my order A17?"]\ntool_faults';
  const none = contracted("support-agent/fixed", oneNeedsNone.replace("tool_faults", only));
  const unknown = await none.told("agent", "contract", "run");
  expect([unknown.code, unknown.verdict]).toEqual([3, "unknown"]);
  expect(unknown.because).toContain("never struck: tool_faults[0]");
});

const notApplicable = `[agent.contract]
name = "support"

[[agent.contract.invariants]]
id = "as ever"
type = "behavior_unchanged"
severity = "critical"

[[agent.contract.invariants]]
id = "waits"
type = "honours_retry_after"
severity = "critical"

[[agent.contract.chaos_matrix]]
name = "no-chaos"

[[agent.contract.chaos_matrix]]
name = "overloaded once"
llm_faults = [{ mode = "overloaded", times = 1 }]

[[agent.contract.chaos_matrix]]
name = "asked too often"
llm_faults = [{ mode = "rate_limit", times = 1, retry_after = 0.2 }]
`;

test("a rule that a row gives nothing to judge is named once and keeps nothing open", async () => {
  const project = contracted("support-agent/fixed", notApplicable);
  const result = await project.told("agent", "contract", "run");
  expect([result.code, result.verdict]).toEqual([0, "held"]);
  expect(
    agentOf(result).rows.map(({ invariant, scenario, state }) => [invariant, scenario, state]),
  ).toEqual([
    ["as ever", "no-chaos", "skipped"],
    ["waits", "no-chaos", "skipped"],
    ["as ever", "overloaded once", "pass"],
    ["waits", "overloaded once", "skipped"],
    ["as ever", "asked too often", "pass"],
    ["waits", "asked too often", "pass"],
  ]);
  const { out } = await project.gauntlet("agent", "contract", "run");
  expect(out.match(/waits is not applicable in no-chaos, overloaded once/g)).toHaveLength(1);
});

// --- inside ---

/** An example with another contract, and nothing else that is judged. */
function contracted(example: string, contract: string): TempProject {
  const project = exampleProject(example);
  const text = project.read("gauntlet.toml");
  const own = text.slice(0, text.indexOf("[agent.mutations]"));
  const quick = own.replace("[agent]\n", "[agent]\nshrink_budget = 0\n");
  project.write("gauntlet.toml", `${quick}${contract}`);
  return project;
}
