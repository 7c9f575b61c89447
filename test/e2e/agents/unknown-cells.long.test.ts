import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { TempProject } from "../temp-project.ts";
import { agentOf, configure, exampleProject } from "./example-project.ts";

// What could not be judged is never green.

test("a critical rule whose fault never struck: unknown, and no certificate", async () => {
  const project = exampleProject("support-agent/fixed");
  configure(project, '"stream_cut", after_chunks = 3', '"stream_cut", after_chunks = 3, on = [9]');
  const result = await project.told("agent", "certificate");
  expect([result.code, result.verdict]).toEqual([3, "unknown"]);
  expect(result.because).toMatch(
    /^no certificate is given .*: 2 critical rules could not be judged$/,
  );
  expect(result.notes.join("\n")).toContain("never struck: llm_faults[0] (llm stream_cut)");
  for (const ending of ["json", "html", "pdf"]) {
    expect(existsSync(project.path(`.gauntlet/certificate.${ending}`))).toBe(false);
  }
});

test("an agent that cannot be reset: every cell is an error with the reason", async () => {
  const project = exampleProject("research-agent/fixed");
  configure(project, "${PORT}/reset", "${PORT}/nowhere");
  const result = await project.told("agent", "contract", "run");
  expect([result.code, result.verdict]).toEqual([3, "unknown"]);
  expect(result.because).toContain("`research` could not be reset: it answered 404");
  const { cells, scores } = agentOf(result);
  expect(new Set(cells.map(({ state }) => state))).toEqual(new Set(["error"]));
  expect(scores.contract_compliance).toBeUndefined();
});

describe("an agent without a reset", () => {
  test("that remembers is told to be one", async () => {
    const { notes } = await agent("memory.push(question)").told("agent", "contract", "run");
    expect(notes.join("\n")).toContain("the agent remembers between conversations");
  });

  test("that answers in other words each time is not", async () => {
    const result = await agent("said += ` ${Math.random()}`").told("agent", "contract", "run");
    expect([result.code, result.notes]).toEqual([0, []]);
  });

  test("that remembers and is reset is not", async () => {
    const project = agent("memory.push(question)", 'reset_function = "agent.mjs#reset"\n');
    expect((await project.told("agent", "contract", "run")).notes).toEqual([]);
  });
});

test("faults of tools that cannot be reached are refused, with what to add", async () => {
  const server = createServer((_, response) => response.end('{"output":"hello"}'));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const project = new TempProject({
    "gauntlet.toml": `[agent]
name = "remote"
type = "http"
endpoint = "http://127.0.0.1:${port}/"
prompts = ["Hello"]
invariants = [{ id = "answers", type = "output_not_empty", severity = "critical" }]

[agent.chaos]
tool_faults = [{ tool = "search", mode = "timeout" }]
`,
  });
  const refused = await project.gauntlet("agent", "chaos");
  expect([refused.code, refused.out]).toEqual([2, ""]);
  expect(refused.err).toContain("error[A018]");
  expect(refused.err).toContain("can never take effect");
  expect(refused.err).toMatch(/help: set `command`.*or set `port` .*remote\/tools\/<tool>/);
  // Without faults there is nothing that would have to strike: asked in other words it answers.
  expect(await project.gauntlet("agent", "run")).toMatchObject({ code: 0 });
});

// --- inside ---

/** An agent with one question to its model, which does something besides. */
function agent(does: string, keys = ""): TempProject {
  return new TempProject({
    "agent.mjs": `const memory = [];
export function reset() { memory.length = 0; }
export async function answer(question) {
  const messages = [...memory, question].map((content) => ({ role: "user", content }));
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages }),
  });
  let said = (await response.json()).choices[0].message.content;
  ${does};
  return said;
}
`,
    "model.yaml": "rules:\n  - say: Hello.\n",
    "gauntlet.toml": `[agent]
name = "small"
type = "function"
endpoint = "agent.mjs#answer"
${keys}prompts = ["Who are you?"]

[agent.upstream]
type = "scripted"
file = "model.yaml"

[agent.contract]
name = "small"
invariants = [{ id = "answers", type = "output_not_empty", severity = "critical" }]
chaos_matrix = [{ name = "no-chaos" }]
`,
  });
}
