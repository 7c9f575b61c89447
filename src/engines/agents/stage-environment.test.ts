import { expect, test } from "vitest";
import type { AgentConfig, ToolConfig } from "../../config/agent/agent-config.ts";
import { shellWords } from "../../world/processes/shell-words.ts";
import { configIn } from "./certificate/fixtures/sample-report.ts";
import { directToolsOf, type OpenWires, wiresFor } from "./stage-environment.ts";

const open: OpenWires = {
  hub: { urlFor: (agent, route) => `http://hub/${agent}/${route}` },
  bridge: { address: "127.0.0.1:7" },
};
const orders: ToolConfig = {
  name: "get order",
  url: "http://orders",
  env: "ORDERS_URL",
  matchUrl: undefined,
  command: undefined,
  hasSideEffect: false,
};
const planner = {
  name: "planner",
  protocol: "http",
  url: "http://planner",
  env: "PLANNER_URL",
  command: undefined,
  reset: undefined,
  directory: "/project",
} as const;
const provider = { kind: "provider", openai: "http://openai", anthropic: "http://claude" } as const;
const config: AgentConfig = {
  ...configIn("/project"),
  upstream: provider,
  tools: [orders],
  peers: [planner],
};

test("an agent is given the addresses of its models, tools and other agents", () => {
  expect(wiresFor(config, "support", open)).toEqual({
    preload: undefined,
    env: {
      OPENAI_BASE_URL: "http://hub/support/openai/v1",
      ANTHROPIC_BASE_URL: "http://hub/support/anthropic",
      ORDERS_URL: "http://hub/support/tools/get%20order",
      PLANNER_URL: "http://hub/support/peers/planner",
      GAUNTLET_WIRE: "127.0.0.1:7",
      GAUNTLET_AGENT: "support",
    },
  });
});

test("a model that follows a script needs no key, so that an SDK which demands one starts", () => {
  const scripted = { ...config, upstream: { kind: "scripted", file: "model.yaml" } } as const;
  expect(wiresFor(scripted, "support", open).spare).toEqual({
    OPENAI_API_KEY: "none-is-needed",
    ANTHROPIC_API_KEY: "none-is-needed",
  });
  expect(wiresFor(config, "support", open).spare).toBeUndefined();
});

test("another agent is not given itself", () => {
  expect(wiresFor(config, "planner", open).env).not.toHaveProperty("PLANNER_URL");
});

test("tools that are known by their address need the preload, and are told to it", () => {
  const led = { ...orders, env: undefined, matchUrl: "https://orders.example/*" };
  const { env, preload } = wiresFor({ ...config, tools: [led] }, "support", open);
  expect(preload).toMatch(/preload\.js$/u);
  expect(JSON.parse(env["GAUNTLET_REDIRECT"] ?? "")).toEqual({
    to: "http://hub/support/to",
    patterns: ["https://orders.example/*"],
  });
});

test("a server on stdio is a command that a shell reads word by word", () => {
  const command = ["node", "my notes.mjs", "it's"];
  const mcp = [{ name: "notes", command, url: undefined, env: "NOTES_COMMAND" }];
  const line = wiresFor({ ...config, mcp }, "support", open).env["NOTES_COMMAND"] ?? "";
  const words = shellWords(line) ?? [];
  expect(words.slice(words.indexOf("agent"))).toEqual([
    "agent",
    "wrap",
    "--name",
    "notes",
    "--",
    ...command,
  ]);
});

test("tools and other agents have wires of their own from the start", () => {
  expect(directToolsOf(config)).toEqual(["get order", "planner"]);
});
