import type { VerbHelp } from "../help-parts.ts";

/** What the help of `agent` and its verbs says. */
export const agentHelps: Readonly<Record<string, VerbHelp>> = {
  agent: {
    says: ["Asks an AI agent while its tools and its model fail, and judges what it does."],
    examples: ["agent ci --min-score 0.9", "agent chaos --profile api_outage"],
  },
  "agent run": {
    says: [
      "Asks the prompts of the configuration in other words and judges the answers; with",
      "--chaos, also while tools and model fail.",
    ],
    examples: ["agent run", "agent run --chaos --trials 3"],
  },
  "agent chaos": {
    says: [
      "Asks the prompts as they are while tools and model fail as [agent.chaos] or a",
      "profile says.",
    ],
    examples: ["agent chaos", "agent chaos --profile api_outage --html chaos.html"],
  },
  "agent ci": {
    says: [
      "Does everything that is configured: other words, chaos, contract and replayed",
      "sessions, with one score and one verdict.",
    ],
    examples: ["agent ci --min-score 0.9 --report junit"],
  },
  "agent contract": {
    says: ["Judges the rules of an agent's contract in every scenario of chaos."],
    examples: ["agent contract run", "agent contract validate"],
  },
  "agent contract run": {
    says: ["Judges every rule in every scenario of chaos, and makes what fails small."],
    examples: ["agent contract run --trials 3"],
  },
  "agent contract validate": {
    says: ["Reads the contract and says what is wrong with it, without asking the agent."],
    examples: ["agent contract validate"],
  },
  "agent contract score": {
    says: ["Judges every rule in every scenario, and prints the score alone."],
    examples: ["agent contract score"],
  },
  "agent replay": {
    says: ["Holds conversations again that once failed, and judges them."],
    examples: ["agent replay run replays", "agent replay export --from-report last-fail"],
  },
  "agent replay run": {
    says: [
      "Holds recorded sessions again and judges the answers, or fetches sessions from",
      "LangSmith.",
    ],
    examples: ["agent replay run replays", "agent replay run --from-langsmith 3f2a --run"],
  },
  "agent replay export": {
    says: ["Writes the conversations of a report that failed as session files."],
    examples: ["agent replay export --from-report last-fail --output replays"],
  },
  "agent certificate": {
    says: ["Signs what came of all phases, or checks what was signed."],
    examples: ["agent certificate issue", "agent certificate verify .gauntlet/certificate.json"],
  },
  "agent certificate issue": {
    says: ["Does what `agent ci` does, and signs the result if its score is good enough."],
    examples: ["agent certificate issue --min-score 0.9"],
  },
  "agent certificate verify": {
    says: [
      "Says whether a certificate is whole, signed by the key, in date and, if asked, of",
      "this configuration.",
    ],
    examples: ["agent certificate verify .gauntlet/certificate.json --same-config"],
  },
  "agent record": {
    says: ["Runs a command and records what models and tools answer it, for runs without them."],
    examples: ["agent record --output cassette.jsonl -- node agent.js"],
  },
  "agent wrap": {
    says: [
      "Stands between an agent and an MCP server on stdio, and does there what a run says.",
      "Agents start it; see docs/reference/agents.md.",
    ],
    examples: ["agent wrap --name files -- npx some-mcp-server"],
  },
  "agent import": {
    says: ["Makes a gauntlet.toml of a flakestorm.yaml, and says what of it never did anything."],
    examples: ["agent import flakestorm.yaml"],
  },
};
