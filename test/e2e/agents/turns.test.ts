import { expect, test } from "vitest";
import type { AgentFault } from "../../../src/kernel/agent/index.ts";
import { SecretMask } from "../../../src/kernel/agent/index.ts";
import { Stage } from "../../../src/engines/agents/stage.ts";
import { openUpstreams } from "../../../src/engines/agents/upstreams.ts";
import { TempProject } from "../temp-project.ts";
import { agentConfig } from "./agent-config.ts";

test("a fault of one turn strikes in that turn, and every turn is in the journal", async () => {
  const project = new TempProject({
    "agent.mjs": `
export async function answer(prompt) {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: prompt }] }),
  });
  return String(response.status);
}
`,
    "model.yaml": "rules:\n  - say: yes\n",
  });
  const config = {
    ...agentConfig(
      { type: "function", file: project.path("agent.mjs"), exportName: "answer" },
      project.root,
    ),
    upstream: { kind: "scripted", file: project.path("model.yaml") } as const,
  };
  const mask = new SecretMask();
  const upstreams = await openUpstreams(config, mask);
  const { signal } = new AbortController();
  const stage = await Stage.open(config, { upstreams, mask, signal });
  try {
    const struckIn = async (turn: number): Promise<readonly string[]> => {
      const fault: AgentFault = { layer: "llm", id: "f", mode: "overloaded", trigger: { turn } };
      const { conversation } = await stage.hold({
        phase: "contract",
        scenario: "s",
        prompt: "third",
        input: { prompt: "third", history: ["first", "second"] },
        trial: 1,
        faults: [fault],
        seed: 1,
        cell: "c",
      });
      return conversation.events.flatMap((event) => {
        if (event.kind === "turn") return [`${event.turn} ${event.input}`];
        return event.kind === "fault" ? ["struck"] : [];
      });
    };
    expect(await struckIn(2)).toEqual(["1 first", "2 second", "struck", "3 third"]);
    expect(await struckIn(3)).toEqual(["1 first", "2 second", "3 third", "struck"]);
  } finally {
    await stage.close();
  }
});
