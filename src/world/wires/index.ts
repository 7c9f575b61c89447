// The wires between an agent and what it asks: models (llm/), tools, MCP servers and other agents
// (tools/), and who answers (upstream/). One listener on loopback, the hub, serves them all, and
// one scope is one conversation: which faults strike and what happened.
// Sees the kernel and Node. Start reading at wire-hub.ts and wire-scope.ts.
export { modelRoutes } from "./llm/model-routes.ts";
export { McpBridge } from "./tools/mcp-bridge.ts";
export { Overlaps } from "./overlaps.ts";
export { toolRoutes } from "./tools/tool-routes.ts";
export { wrapServer } from "./tools/wrap-server.ts";
export type { Upstream } from "./upstream.ts";
export { readCassette, writeCassette } from "./upstream/cassette-file.ts";
export { CassetteRecorder } from "./upstream/cassette-recorder.ts";
export { cassetteUpstream } from "./upstream/cassette-upstream.ts";
export { dividedUpstream } from "./upstream/divided-upstream.ts";
export { providerUpstream } from "./upstream/provider-upstream.ts";
export { readScript } from "./upstream/read-script.ts";
export { scriptedUpstream } from "./upstream/scripted-upstream.ts";
export { WireHub } from "./wire-hub.ts";
export { WireScope } from "./wire-scope.ts";
