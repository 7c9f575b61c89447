import { expect, test } from "vitest";
import { agentOf, configure, exampleProject } from "./example-project.ts";

/** What of each profile can strike in a conversation of two questions and one call of a tool. */
const profiles: readonly (readonly [string, readonly string[], number?])[] = [
  ["api_outage", ["llm timeout", "tool error"]],
  ["degraded_llm", ["llm truncated_response"]],
  ["hostile_tools", ["tool malicious_response"]],
  ["high_latency", ["llm timeout", "tool slow"]],
  ["cascading_failure", []],
  ["indirect_injection", ["context indirect_injection"]],
  ["model_version_drift", ["llm format_change"], 12],
];

test.for(profiles)(
  "the profile %s strikes an agent as it says",
  async ([profile, struck, trials = 3]) => {
    const project = exampleProject("support-agent/fixed");
    configure(project, ', "Please refund order B23."', "");
    configure(project, "[agent]\n", "[agent]\ntimeout = 3_000\nshrink_budget = 2\n");
    const flags = ["--chaos-only", "--chaos-profile", profile, "--trials", String(trials)];
    const result = await project.told("agent", "run", ...flags);
    const talks = agentOf(result).conversations.filter(({ scenario }) => scenario === profile);
    expect(talks).toHaveLength(trials);
    const seen = new Set(talks.flatMap(({ strikes }) => strikes.map(({ fault }) => fault)));
    expect([...seen].toSorted()).toEqual(struck);
    // Where nothing struck nobody can tell; what struck may keep the agent from answering.
    expect(result.code).toBeOneOf(struck.length === 0 ? [3] : [0, 1, 3]);
  },
);

test("a profile that there is not is refused with those that there are", async () => {
  const flags = ["--chaos-only", "--chaos-profile", "weather"];
  const refused = await exampleProject("support-agent").gauntlet("agent", "run", ...flags);
  expect(refused.code).toBe(2);
  for (const [profile] of profiles) expect(refused.err).toContain(profile);
});
