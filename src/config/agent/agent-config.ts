import type { AgentFault } from "../../kernel/agent/agent-fault.ts";
import type { AgentInvariant } from "../../kernel/agent/agent-invariant.ts";
import type { MutationType } from "../../kernel/agent/mutation.ts";
import type { Seed } from "../../kernel/decisions/seed.ts";
import type { CamelKeys } from "../camel-keys.ts";
import type { FileCertificate, FileScoring } from "../file-config.ts";

/** An agent under test, what happens around it, and what it must keep to: `[agent]`. */
export interface AgentConfig {
  readonly name: string;
  readonly reach: AgentReach;
  /** What is asked, in the user's words; at least one. */
  readonly prompts: readonly string[];
  readonly seed: Seed;
  /** How often each conversation is held. */
  readonly trials: number;
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** How large one answer may be. */
  readonly answerBytesMax: number;
  /** How often shrinking may ask the agent. */
  readonly shrinkBudget: number;
  /** Before every conversation, where there is one. */
  readonly reset: AgentReset | undefined;
  /** A fixed port for the wires, for an agent that Gauntlet does not start. */
  readonly port: number | undefined;
  /** Names of environment variables whose values are secrets, besides those that look like it. */
  readonly secrets: readonly string[];
  /** The folder that paths are relative to: that of the config file. */
  readonly directory: string;
  readonly upstream: UpstreamConfig;
  readonly tools: readonly ToolConfig[];
  readonly mcp: readonly McpConfig[];
  readonly peers: readonly PeerConfig[];
  readonly invariants: readonly AgentInvariant[];
  readonly mutations: MutationsConfig;
  /** The model that writes mutations; none means that none is asked. */
  readonly model: ModelConfig | undefined;
  readonly chaos: ChaosConfig | undefined;
  /** The user's own profiles by name; the seven built-in ones are not in here. */
  readonly profiles: ReadonlyMap<string, readonly AgentFault[]>;
  readonly contract: AgentContract | undefined;
  readonly replays: ReplaysConfig;
  readonly scoring: ScoringConfig;
  readonly certificate: CertificateConfig;
}

/** How a prompt reaches the agent. */
export type AgentReach =
  | {
      readonly type: "http";
      /** `${PORT}` stands for a free port that the command is given. */
      readonly endpoint: string;
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string>>;
      /** JSON with `{prompt}`, `{session}` and `{history}` inside of its texts; as data. */
      readonly template: unknown;
      /** Where the answer stands, as a JSONPath. */
      readonly responsePath: string | undefined;
      /** `Key: value` lines of a prompt become fields of the template. */
      readonly parsesFields: boolean;
      /** Starts the agent; without it the agent runs already. */
      readonly command: readonly string[] | undefined;
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "function";
      /** Absolute. */
      readonly file: string;
      readonly exportName: string;
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "process";
      readonly command: readonly string[];
      /** `arguments`: a process for each prompt, `{prompt}` in the command or on stdin; `lines`:
       * one process, a line of JSON each way. */
      readonly protocol: "arguments" | "lines";
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "mcp";
      /** A server on stdio, or the address of one. */
      readonly command: readonly string[] | undefined;
      readonly url: string | undefined;
      readonly tool: string;
      readonly argument: string;
      readonly env: Readonly<Record<string, string>>;
    };

/** What puts the agent back to its beginning. */
export type AgentReset =
  | { readonly kind: "endpoint"; readonly url: string }
  | { readonly kind: "function"; readonly file: string; readonly exportName: string };

/** Who answers what the agent asks of models: `[agent.upstream]`. */
export type UpstreamConfig =
  | {
      readonly kind: "provider";
      readonly openai: string;
      readonly anthropic: string;
    }
  | { readonly kind: "cassette"; readonly file: string; readonly match: "strict" | "loose" }
  | { readonly kind: "scripted"; readonly file: string };

/** A tool that is called over HTTP: `[[agent.tools]]`. */
export interface ToolConfig {
  readonly name: string;
  /** Where it really is. */
  readonly url: string;
  /** The variable in which the agent gets the address that it is to call instead. */
  readonly env: string | undefined;
  /** Requests of the agent's process to such addresses are led through the wire. */
  readonly matchUrl: string | undefined;
  /** Starts its service, once for all tools with the same command. */
  readonly command: readonly string[] | undefined;
  /** Calling it twice does something twice. */
  readonly hasSideEffect: boolean;
}

/** An MCP server that the agent uses: `[[agent.mcp]]`. */
export interface McpConfig {
  readonly name: string;
  readonly command: readonly string[] | undefined;
  readonly url: string | undefined;
  /** The variable in which the agent gets the address that it is to call instead of `url`. */
  readonly env: string | undefined;
}

/** Another agent that this one asks: `[[agent.peers]]`. */
export interface PeerConfig {
  readonly name: string;
  readonly protocol: "http" | "a2a" | "mcp";
  /** `${PORT}` stands for a free port that its command is given. */
  readonly url: string;
  readonly env: string | undefined;
  readonly command: readonly string[] | undefined;
  readonly reset: AgentReset | undefined;
  /** Where its command is started. */
  readonly directory: string;
}

/** Which changed prompts are made: `[agent.mutations]`. */
export interface MutationsConfig {
  /** For each prompt. */
  readonly count: number;
  readonly types: readonly MutationType[];
  readonly weights: ReadonlyMap<MutationType, number>;
  /** Texts with `{prompt}` inside, by name. */
  readonly customTemplates: ReadonlyMap<string, string>;
  /** A function that makes them: an absolute file and an export. */
  readonly custom: { readonly file: string; readonly exportName: string } | undefined;
  readonly lockfile: string | undefined;
}

/** A model that is asked for paraphrases: `[agent.model]`; any OpenAI-compatible address. */
export interface ModelConfig {
  readonly name: string;
  readonly baseUrl: string;
  /** The variable that holds the key. */
  readonly keyVariable: string | undefined;
  readonly temperature: number;
  /** Where its answers are kept, so that they are asked for once. */
  readonly cache: string;
}

/** What goes wrong in the chaos phase: `[agent.chaos]`. */
export interface ChaosConfig {
  readonly profile: string | undefined;
  readonly faults: readonly AgentFault[];
}

/** Rules and the scenarios in which they are judged: `[agent.contract]`. */
export interface AgentContract {
  readonly name: string;
  readonly description: string;
  readonly invariants: readonly AgentInvariant[];
  readonly scenarios: readonly AgentScenario[];
}

/** One row of the matrix: `[[agent.contract.chaos_matrix]]`. */
export interface AgentScenario {
  readonly name: string;
  readonly faults: readonly AgentFault[];
  /** Prompts of this scenario; those of the agent where it is left out. */
  readonly prompts: readonly string[] | undefined;
}

/** Conversations that were held before: `[agent.replays]`. */
export interface ReplaysConfig {
  readonly sessions: readonly ReplaySessionConfig[];
  readonly sources: readonly ReplaySourceConfig[];
}

/** A session in a file, or written here. */
export type ReplaySessionConfig =
  | { readonly file: string }
  | { readonly file: undefined; readonly session: unknown };

/** Where sessions are fetched from. */
export type ReplaySourceConfig =
  | {
      readonly type: "langsmith";
      readonly project: string;
      readonly status: "error" | "warning" | "all";
      readonly dateRange: string | undefined;
      readonly minLatencyMs: number | undefined;
      readonly autoImport: boolean;
    }
  | { readonly type: "langsmith_run"; readonly runId: string; readonly autoImport: boolean };

/** How much each phase weighs in the overall score; they sum to 1: `[agent.scoring]`. */
export type ScoringConfig = CamelKeys<FileScoring>;

/** What a certificate says and when one is given, every path absolute: `[agent.certificate]`. */
export type CertificateConfig = CamelKeys<FileCertificate>;
