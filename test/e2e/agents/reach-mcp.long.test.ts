import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { type Agent, openAgent } from "../../../src/subject/agents/index.ts";
import type { AgentConfig } from "../../../src/config/agent/agent-config.ts";
import { agentConfig, how, noWires } from "./agent-config.ts";

const server = fileURLToPath(new URL("./mcp-echo.mjs", import.meta.url));
const command = [process.execPath, server];

test("an agent that is a tool on stdio is asked, and started again where it ended", async () => {
  const agent = await opened(agentConfig({ type: "mcp", command, tool: "ask" }));
  expect(await agent.ask({ prompt: "a" }, how())).toMatchObject({ text: "echo a" });
  expect(await agent.ask({ prompt: "fail" }, how())).toMatchObject({
    text: "echo fail",
    error: { kind: "reported", message: "echo fail" },
  });
  expect(await agent.ask({ prompt: "end" }, how())).toMatchObject({
    error: { kind: "ended", message: "the agent ended: it exited with 5" },
  });
  expect(await agent.ask({ prompt: "b" }, how())).toMatchObject({ text: "echo b" });
});

test("an agent that is a tool at an address is asked in one session", async () => {
  const child = spawn(process.execPath, [server, "http"], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill();
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}/mcp`;
  const agent = await opened(agentConfig({ type: "mcp", url, tool: "ask" }));
  expect(await agent.ask({ prompt: "a" }, how())).toMatchObject({ text: "echo a" });
  expect(await agent.ask({ prompt: "b" }, how())).toMatchObject({ text: "echo b" });
});

test("a tool that is none, and a program that is no server, are told", async () => {
  const agent = await opened(agentConfig({ type: "mcp", command, tool: "none" }));
  const { error } = await agent.ask({ prompt: "a" }, how());
  expect(error).toMatchObject({ kind: "reported" });
  expect(error?.message).toContain("none");
  const program = [process.execPath, "-e", "console.error('no server'); process.exit(2)"];
  const config = agentConfig({ type: "mcp", command: program, tool: "ask" });
  await expect(openAgent(config, noWires)).rejects.toMatchObject({
    code: "A007",
    note: "the agent ended: it exited with 2: no server",
  });
});

// --- inside ---

async function opened(config: AgentConfig): Promise<Agent> {
  const agent = await openAgent(config, noWires);
  onTestFinished(() => agent.close());
  return agent;
}
