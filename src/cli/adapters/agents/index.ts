// Faults around an agent inside of a test, without a proxy: for the AI SDK, LangChain.js and OpenAI
// Agents. None of them is imported; what is wrapped is known by its shape. Decisions come from the
// same plan as those of the wires, so a seed strikes the same calls. Start at agent-chaos.ts.
export { chaosMiddleware, wrapTools } from "./ai-sdk.ts";
export { AgentChaos, agentChaos, type AgentChaosOptions, type ChaosFault } from "./agent-chaos.ts";
export { chaosLangChain } from "./langchain.ts";
export { ModelError } from "./model-error.ts";
export { chaosModel, chaosTool } from "./openai-agents.ts";
