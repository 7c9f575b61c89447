import { expect, test } from "vitest";
import { agentOf, configure, decided, exampleProject } from "./example-project.ts";

/** Half of all calls receive a fault, in three layers. */
const chance = `[agent.chaos]
tool_faults = [{ tool = "*", mode = "error", error_code = 503, probability = 0.5 }]
llm_faults = [
  { mode = "truncated_response", max_tokens = 4, probability = 0.4 },
  { mode = "rate_limit", retry_after = 0, probability = 0.4 },
]
context_attacks = [{ type = "indirect_injection", probability = 0.5 }]
`;

test("the same seed strikes the same calls and judges the same, in another process", async () => {
  const runs = [];
  for (const seed of ["ada", "ada", "ben"]) {
    const project = exampleProject("support-agent");
    configure(project, '[agent.chaos]\nprofile = "degraded_llm"\n', chance);
    runs.push(await project.told("agent", "ci", "--trials", "2", "--seed", seed));
  }
  const [one, same, other] = runs.map((run) => decided(run));
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
  const [first] = runs;
  const strikes = first === undefined ? [] : agentOf(first).conversations.flatMap(struck);
  expect(new Set(strikes.map(({ fault }) => fault)).size).toBeGreaterThanOrEqual(3);
});

// --- inside ---

function struck({
  phase,
  strikes,
}: ReturnType<typeof agentOf>["conversations"][number]): readonly { readonly fault: string }[] {
  return phase === "chaos" ? strikes : [];
}
