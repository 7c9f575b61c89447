import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Stage } from "../../../src/engines/agents/stage.ts";
import { openUpstreams } from "../../../src/engines/agents/upstreams.ts";
import { SecretMask } from "../../../src/kernel/agent/index.ts";
import type { UpstreamConfig } from "../../../src/config/agent/agent-config.ts";
import { TempProject } from "../temp-project.ts";
import { agentConfig } from "./agent-config.ts";

// Whatever an agent says while its model is not there tells nothing about the agent.

test("where no rule of a script fits, the conversation cannot be judged", async () => {
  const project = polite();
  const file = project.path("model.yaml");
  expect(await problemWith(project, { kind: "scripted", file })).toBe(
    'no rule of model.yaml fits a question that ends with user "hello"',
  );
});

test("where the provider cannot be reached, the conversation cannot be judged", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const openai = `http://127.0.0.1:${port}`;
  expect(await problemWith(polite(), { kind: "provider", openai, anthropic: openai })).toBe(
    `${openai} cannot be reached: ECONNREFUSED`,
  );
});

// --- inside ---

/** An agent that hides what goes wrong. */
function polite(): TempProject {
  return new TempProject({
    "agent.mjs": `
export async function answer(prompt) {
  await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: prompt }] }),
  });
  return "All is well.";
}
`,
    "model.yaml": "rules:\n  - when: { user: goodbye }\n    say: bye\n",
  });
}

async function problemWith(
  project: TempProject,
  upstream: UpstreamConfig,
): Promise<string | undefined> {
  const file = project.path("agent.mjs");
  const reach = { type: "function", file, exportName: "answer" } as const;
  const config = { ...agentConfig(reach, project.root), upstream };
  const mask = new SecretMask();
  const upstreams = await openUpstreams(config, mask);
  const { signal } = new AbortController();
  const stage = await Stage.open(config, { upstreams, mask, signal });
  try {
    const { problem } = await stage.hold({
      phase: "contract",
      scenario: "no-chaos",
      prompt: "hello",
      input: { prompt: "hello" },
      trial: 1,
      faults: [],
      seed: 1,
      cell: "c",
    });
    return problem;
  } finally {
    await stage.close();
  }
}
