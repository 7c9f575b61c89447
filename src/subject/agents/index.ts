// How a prompt reaches an agent: over HTTP, by a function in a process of its own, by a program, or
// as a tool of an MCP server. Every answer comes back as data, failed ones too; what keeps an agent
// from being asked at all is thrown. May see the kernel and the config. Start at open-agent.ts.
export type { Agent, AgentWires, AskOptions } from "./agent.ts";
export { childEnvironment } from "./child-group.ts";
export { fillVariables } from "./fill-variables.ts";
export { FunctionProcess } from "./function-agent.ts";
export { openAgent, openPeer, type OpenPeer } from "./open-agent.ts";
