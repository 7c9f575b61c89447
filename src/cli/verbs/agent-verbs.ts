import type { RunVerb } from "../verb-spec.ts";

/** Tests AI agents. */
export const agentVerbs = {
  agent: {
    summary: "test an AI agent while its tools and its model fail",
    help: [
      "Asks an AI agent, which `[agent]` in gauntlet.toml describes, while its tools and its",
      "model fail, and judges what it does.",
    ],
    examples: [
      "agent contract validate",
      "agent chaos --profile api_outage",
      "agent ci --min-score 0.9 --json",
    ],
  },
  "agent run": {
    summary: "ask the prompts in other words; with --chaos, also while faults are injected",
    help: [
      "Asks the prompts of the configuration in other words and judges the answers; with",
      "--chaos, also while tools and model fail.",
    ],
    examples: ["agent run", "agent run --chaos --trials 3"],
    arguments: [],
    flags: ["chaos", "chaosProfile", "chaosOnly", "html"],
    groups: ["talk", "progress"],
    document: "result",
    load: (): Promise<RunVerb> =>
      import("../agent/run-verbs.ts").then(({ runAgentVerb }) => runAgentVerb),
  },
  "agent chaos": {
    summary: "ask the prompts unchanged while tools and model fail",
    help: [
      "Asks the prompts unchanged while tools and model fail as `[agent.chaos]` or a profile",
      "says.",
    ],
    examples: ["agent chaos", "agent chaos --profile api_outage --html chaos.html"],
    arguments: [],
    flags: ["profile", "html"],
    groups: ["talk", "progress"],
    document: "result",
    load: (): Promise<RunVerb> => import("../agent/run-verbs.ts").then(({ runChaos }) => runChaos),
  },
  "agent ci": {
    summary: "do everything that is configured, with one score and one verdict",
    help: [
      "Does everything that is configured: mutated prompts, chaos, contract and recorded",
      "sessions, with one score and one verdict.",
    ],
    examples: ["agent ci --min-score 0.9 --report junit"],
    arguments: [],
    flags: ["html"],
    groups: ["talk", "progress"],
    document: "result",
    load: (): Promise<RunVerb> =>
      import("../agent/run-verbs.ts").then(({ runAgentCi }) => runAgentCi),
  },
  "agent contract": {
    summary: "check the rules of the agent's contract in every chaos scenario",
    help: ["Checks the rules of an agent's contract in every chaos scenario."],
    examples: ["agent contract run", "agent contract validate"],
  },
  "agent contract run": {
    summary: "check every rule in every scenario, and make failures small",
    help: ["Checks every rule in every chaos scenario, and makes failures small."],
    examples: ["agent contract run --trials 3"],
    arguments: [],
    flags: ["html"],
    groups: ["talk", "progress"],
    document: "result",
    load: (): Promise<RunVerb> =>
      import("../agent/contract-verbs.ts").then(({ runContract }) => runContract),
  },
  "agent contract validate": {
    summary: "check the contract itself, without asking the agent",
    help: ["Reads the contract and reports mistakes in it, without asking the agent."],
    examples: ["agent contract validate"],
    arguments: [],
    flags: [],
    groups: ["read"],
    document: "agent contract",
    load: (): Promise<RunVerb> =>
      import("../agent/contract-verbs.ts").then(({ validateContract }) => validateContract),
  },
  "agent contract score": {
    summary: "check every rule, and print only the score",
    help: ["Checks every rule in every chaos scenario, and prints only the score."],
    examples: ["agent contract score"],
    arguments: [],
    flags: ["events", "quiet"],
    groups: ["talk", "read"],
    document: "agent score",
    load: (): Promise<RunVerb> =>
      import("../agent/contract-verbs.ts").then(({ scoreContract }) => scoreContract),
  },
  "agent replay": {
    summary: "repeat conversations that once failed, and judge them",
    help: ["Repeats conversations that once failed, and judges them."],
    examples: ["agent replay run replays", "agent replay export --from-report last-fail"],
  },
  "agent replay run": {
    summary: "repeat recorded sessions, or fetch sessions from LangSmith",
    help: ["Repeats recorded sessions and judges the answers, or fetches sessions from LangSmith."],
    examples: ["agent replay run replays", "agent replay run --from-langsmith 3f2a --run"],
    arguments: [
      { usage: "[files...]", help: "session files; those of the configuration where left out" },
    ],
    flags: ["fromLangsmith", "fromLangsmithProject", "filterStatus", "output", "run", "html"],
    groups: ["talk", "progress"],
    changes: { output: { help: "folder for the fetched sessions", default: "replays" } },
    document: "agent replay",
    load: (): Promise<RunVerb> =>
      import("../agent/replay-verbs.ts").then(({ replaySessions }) => replaySessions),
  },
  "agent replay export": {
    summary: "write the failed conversations of a report as session files",
    help: ["Writes the failed conversations of a report as session files."],
    examples: ["agent replay export --from-report last-fail --output replays"],
    arguments: [],
    flags: ["fromReport", "output", "force"],
    groups: ["read"],
    changes: { output: { help: "folder for the session files", preset: "replays" } },
    document: "agent export",
    load: (): Promise<RunVerb> =>
      import("../agent/replay-verbs.ts").then(({ exportFailed }) => exportFailed),
  },
  "agent certificate": {
    summary: "sign the result of all phases, or verify a certificate",
    help: ["Signs the result of all phases, or verifies a certificate."],
    examples: ["agent certificate issue", "agent certificate verify .gauntlet/certificate.json"],
  },
  "agent certificate issue": {
    summary: "do what `agent ci` does, and sign the result if it is good enough (default)",
    help: ["Does what `agent ci` does, and signs the result if its score is good enough."],
    examples: ["agent certificate issue --min-score 0.9"],
    arguments: [],
    flags: ["html"],
    groups: ["talk", "progress"],
    document: "result",
    isDefault: true,
    load: (): Promise<RunVerb> =>
      import("../agent/certificate-verbs.ts").then(({ issueCertificate }) => issueCertificate),
  },
  "agent certificate verify": {
    summary: "check that a certificate is intact, signed and not expired",
    help: [
      "Checks that a certificate is intact, signed by the key, not expired and, if asked, of",
      "this configuration.",
    ],
    examples: ["agent certificate verify .gauntlet/certificate.json --same-config"],
    arguments: [{ usage: "<file>", help: "the certificate, as JSON" }],
    flags: ["key", "sameConfig"],
    groups: ["read"],
    document: "agent certificate",
    load: (): Promise<RunVerb> =>
      import("../agent/certificate-verbs.ts").then(({ checkCertificate }) => checkCertificate),
  },
  "agent record": {
    summary: "run a command and record what models and tools answer",
    help: [
      "Runs a command and records what models and tools answer it, to repeat runs without them.",
    ],
    examples: ["agent record --output cassette.jsonl -- node agent.js"],
    arguments: [{ usage: "<command...>", help: "after `--`: the command and its arguments" }],
    flags: ["output"],
    groups: ["location"],
    changes: {
      output: { value: "file", help: "the cassette to write", preset: "cassette.jsonl" },
    },
    load: (): Promise<RunVerb> =>
      import("../agent/record-verbs.ts").then(({ recordAgent }) => recordAgent),
  },
  "agent wrap": {
    summary: "proxy an MCP server on stdio for an agent, so that faults can be injected",
    help: [
      "Runs between an agent and an MCP server on stdio, and injects the faults of the run.",
      "Agents start it; see docs/how-to/reach-tools.md.",
    ],
    examples: ["agent wrap --name files -- npx some-mcp-server"],
    arguments: [{ usage: "<command...>", help: "after `--`: the server and its arguments" }],
    flags: ["name"],
    groups: [],
    load: (): Promise<RunVerb> =>
      import("../agent/record-verbs.ts").then(({ wrapMcpServer }) => wrapMcpServer),
  },
  "agent import": {
    summary: "convert a flakestorm.yaml, and list settings that never had an effect",
    help: [
      "Converts a flakestorm.yaml to a gauntlet.toml, and lists settings that never had an effect.",
    ],
    examples: ["agent import flakestorm.yaml"],
    arguments: [{ usage: "<file>", help: "the flakestorm.yaml" }],
    flags: ["output", "force"],
    groups: ["file"],
    changes: {
      output: { value: "file", help: "the configuration to write", preset: "gauntlet.toml" },
    },
    document: "agent import",
    load: (): Promise<RunVerb> =>
      import("../agent/import-verb.ts").then(({ importAgent }) => importAgent),
  },
} as const;
