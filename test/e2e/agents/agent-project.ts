import { TempProject } from "../temp-project.ts";

/** A small agent, as a program that is given lines; what it does is told by the prompt. */
export const lineAgent = `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { prompt } = JSON.parse(line);
  console.log(JSON.stringify({ output: await answer(prompt) }));
}
async function answer(prompt) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer none" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: prompt }] }),
  });
  if (!response.ok) return "the model said " + response.status + ": " + (await response.text());
  return (await response.json()).choices[0].message.content;
}
`;

/** The sections of a configuration, each of which a test may replace. */
export interface AgentSections {
  readonly agent?: string;
  readonly upstream?: string;
  readonly invariants?: string;
  readonly contract?: string;
  readonly more?: string;
}

/** One rule, judged where nothing goes wrong. */
export const smallContract = `[agent.contract]
name = "small"

[[agent.contract.invariants]]
id = "answers"
type = "output_not_empty"
severity = "critical"

[[agent.contract.chaos_matrix]]
name = "no-chaos"`;

/** A configuration of a small agent. */
export function agentToml(sections: AgentSections = {}): string {
  const {
    agent = 'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"',
    upstream = 'type = "scripted"\nfile = "model.yaml"',
    invariants = "",
    contract = smallContract,
    more = "",
  } = sections;
  const prompts = agent.includes("prompts =") ? "" : 'prompts = ["Say hello."]\n';
  const timeout = agent.includes("timeout =") ? "" : "timeout = 5_000\n";
  return [
    `[agent]\nshrink_budget = 0\n${prompts}${timeout}${agent}`,
    `[agent.upstream]\n${upstream}`,
    "[agent.mutations]\ncount = 0",
    invariants,
    contract,
    more,
  ].join("\n\n");
}

/** A project with a small agent in it. */
export function agentProject(
  sections: AgentSections = {},
  files: Readonly<Record<string, string>> = {},
): TempProject {
  return new TempProject({
    "agent.mjs": lineAgent,
    "model.yaml": "rules:\n  - say: Hello to you.\n",
    "gauntlet.toml": agentToml(sections),
    ...files,
  });
}
