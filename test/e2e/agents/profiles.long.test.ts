import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentOf, configure, exampleProject } from "./example-project.ts";

/** What of each profile can strike in a conversation of two questions and one call of a tool. */
const profiles: readonly (readonly [string, readonly string[]])[] = [
  ["api_outage", ["llm timeout", "tool error"]],
  ["degraded_llm", ["llm rate_limit", "llm truncated_response"]],
  ["hostile_tools", ["tool malicious_response"]],
  ["high_latency", ["llm timeout", "tool slow"]],
  ["cascading_failure", ["llm truncated_response", "tool error"]],
  ["indirect_injection", ["context indirect_injection"]],
  ["model_version_drift", ["llm format_change"]],
];

test.for(profiles)(
  "the profile %s strikes a correct agent as it says, and decides that it is one",
  async ([profile, struck]) => {
    const project = carefulAgent();
    const result = await project.told("agent", "chaos", "--profile", profile);
    expect([result.code, result.verdict, result.because]).toEqual([0, "held", undefined]);
    const { conversations, rows, scores } = agentOf(result);
    expect(scores.overall).toBe(1);
    const talks = conversations.filter(({ scenario }) => scenario === profile);
    const seen = new Set(talks.flatMap(({ strikes }) => strikes.map(({ fault }) => fault)));
    expect([...seen].toSorted()).toEqual(struck);
    for (const { state, tested } of rows) {
      expect(state).toBeOneOf(["pass", "skipped"]);
      expect(state === "pass").toBe(tested > 0);
    }
  },
);

test("a profile that there is not is refused with those that there are", async () => {
  const flags = ["--chaos-only", "--chaos-profile", "weather"];
  const refused = await exampleProject("support-agent").gauntlet("agent", "run", ...flags);
  expect(refused.code).toBe(2);
  for (const [profile] of profiles) expect(refused.err).toContain(profile);
});

// --- inside ---

/** The fixed support agent, which besides waits for nobody for long and says so. */
function carefulAgent(): TempProject {
  const project = exampleProject("support-agent/fixed");
  configure(project, "[agent]\n", "[agent]\nshrink_budget = 2\n");
  rewrite(project, "src/agent.ts", "maxRetries: 2", "maxRetries: 2, timeout: 1_000");
  rewrite(project, "src/tools.ts", "AbortSignal.timeout(2_000)", "AbortSignal.timeout(1_000)");
  rewrite(project, "src/agent.ts", "export async function answer(", "async function ask(");
  project.write(
    "src/agent.ts",
    `${project.read("src/agent.ts")}
export async function answer(question: string): Promise<string> {
  try {
    return await ask(question);
  } catch {
    return "I cannot answer at the moment. Please ask again later.";
  }
}
`,
  );
  return project;
}

function rewrite(project: TempProject, file: string, from: string, to: string): void {
  const text = project.read(file);
  if (!text.includes(from)) throw new Error(`${file} does not have ${from}`);
  project.write(file, text.replace(from, to));
}
