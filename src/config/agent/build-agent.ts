import { relative, resolve } from "node:path";
import { assert } from "../../kernel/errors/assert.ts";
import type { MutationType } from "../../kernel/agent/mutation.ts";
import { parseSeed, type Seed } from "../../kernel/decisions/seed.ts";
import type {
  AgentConfig,
  AgentContract,
  AgentReach,
  AgentReset,
  ChaosConfig,
  MutationsConfig,
  PeerConfig,
  ReplaysConfig,
  ReplaySourceConfig,
  ToolConfig,
  UpstreamConfig,
} from "./agent-config.ts";
import { camelKeys } from "../camel-keys.ts";
import { parseTemplate } from "./agent-rules.ts";
import { buildAgentContract, buildInvariants } from "./build-agent-contract.ts";
import { buildFaults } from "./build-agent-faults.ts";
import { readContractFile } from "./contract-file.ts";
import type {
  FileAgent,
  FileChaos,
  FileMutations,
  FilePeer,
  FileReplays,
  FileReplaySource,
  FileTool,
  FileUpstream,
} from "../file-config.ts";
import type { ProjectFolders } from "../files/project-paths.ts";
import { parseSelector } from "../files/project-paths.ts";

/** Turns `[agent]` into what its phases are given; reads the file of its contract. */
export async function buildAgent(
  file: FileAgent,
  place: ProjectFolders & { readonly cwd: string },
  seed: Seed,
): Promise<AgentConfig> {
  const { directory } = place;
  const own = file.seed ?? seed;
  return {
    name: file.name,
    reach: reachOf(file, directory),
    prompts: file.prompts,
    seed: typeof own === "string" ? parseSeed(own) : own,
    trials: file.trials,
    timeoutMs: file.timeout,
    answerBytesMax: file.answer_limit,
    shrinkBudget: file.shrink_budget,
    reset: resetOf(file, directory),
    port: file.port,
    secrets: file.secrets,
    directory,
    upstream: upstreamOf(file.upstream, directory),
    tools: file.tools.map(toolOf),
    mcp: file.mcp.map(({ name, command, url, env }) => ({ name, command, url, env })),
    peers: file.peers.map((peer) => peerOf(peer, directory)),
    invariants: buildInvariants(file.invariants, directory),
    mutations: mutationsOf(file.mutations, directory),
    model: modelOf(file, directory),
    chaos: file.chaos === undefined ? undefined : chaosOf(file.chaos),
    profiles: profilesOf(file.chaos),
    contract: await contractOf(file, place),
    replays: replaysOf(file.replays, directory),
    scoring: file.scoring,
    certificate: certificateOf(file, directory),
  };
}

// --- inside ---

function reachOf(file: FileAgent, directory: string): AgentReach {
  const { command, env, endpoint = "" } = file;
  switch (file.type) {
    case "http":
      return {
        type: "http",
        endpoint,
        method: file.method,
        headers: file.headers,
        query: file.query_params,
        template: parseTemplate(file.request_template ?? { input: "{prompt}" })?.data,
        responsePath: file.response_path,
        parsesFields: file.parse_structured_input,
        command,
        env,
      };
    case "function":
      return { type: "function", ...exportOf(endpoint, directory), env };
    case "process":
      assert(command !== undefined, "the schema asks for the command of a process");
      return { type: "process", command, protocol: file.protocol, env };
    case "mcp": {
      const { tool, argument } = file;
      assert(tool !== undefined, "the schema asks for the tool of an agent that is one");
      return { type: "mcp", command, url: file.endpoint, tool, argument, env };
    }
  }
}

function toolOf(tool: FileTool): ToolConfig {
  const { name, url, env, command } = tool;
  return { name, url, env, command, matchUrl: tool.match_url, hasSideEffect: tool.side_effect };
}

function peerOf(peer: FilePeer, directory: string): PeerConfig {
  const { name, protocol, url, env, command } = peer;
  return { name, protocol, url, env, command, reset: resetOf(peer, directory), directory };
}

function exportOf(text: string, directory: string): { file: string; exportName: string } {
  const { pattern, exportName } = parseSelector(text);
  return { file: resolve(directory, pattern), exportName };
}

function resetOf(
  { reset_endpoint, reset_function }: Pick<FilePeer, "reset_endpoint" | "reset_function">,
  directory: string,
): AgentReset | undefined {
  if (reset_endpoint !== undefined) return { kind: "endpoint", url: reset_endpoint };
  if (reset_function === undefined) return undefined;
  return { kind: "function", ...exportOf(reset_function, directory) };
}

function upstreamOf(upstream: FileUpstream, directory: string): UpstreamConfig {
  const { type, openai, anthropic, match = "strict" } = upstream;
  if (type === "provider") return { kind: "provider", openai, anthropic };
  const file = resolve(directory, upstream.file ?? "");
  return type === "cassette" ? { kind: "cassette", file, match } : { kind: "scripted", file };
}

function mutationsOf(file: FileMutations, directory: string): MutationsConfig {
  const path = (text: string | undefined) =>
    text === undefined ? undefined : resolve(directory, text);
  return {
    count: file.count,
    types: file.types,
    // The schema lets no other name be a key.
    weights: new Map(Object.entries(file.weights) as [MutationType, number][]),
    customTemplates: new Map(Object.entries(file.custom_templates)),
    custom: file.custom === undefined ? undefined : exportOf(file.custom, directory),
    lockfile: path(file.lockfile),
  };
}

function modelOf({ model }: FileAgent, directory: string): AgentConfig["model"] {
  if (model === undefined) return undefined;
  return {
    name: model.name,
    baseUrl: model.base_url,
    keyVariable: model.api_key?.slice("${".length, -"}".length),
    temperature: model.temperature,
    cache: resolve(directory, model.cache),
  };
}

function chaosOf(chaos: FileChaos): ChaosConfig | undefined {
  const faults = buildFaults(chaos);
  // A section that only defines profiles asks for no chaos of its own.
  if (chaos.profile === undefined && faults.length === 0) return undefined;
  return { profile: chaos.profile, faults };
}

function profilesOf(chaos: FileChaos | undefined): AgentConfig["profiles"] {
  const profiles = Object.entries(chaos?.profiles ?? {});
  return new Map(profiles.map(([name, faults]) => [name, buildFaults(faults)]));
}

async function contractOf(
  { contract }: FileAgent,
  { root, directory, cwd }: ProjectFolders & { readonly cwd: string },
): Promise<AgentContract | undefined> {
  if (contract === undefined) return undefined;
  if (contract.file === undefined) {
    return buildAgentContract({ ...contract, name: contract.name ?? "" }, directory);
  }
  const file = resolve(directory, contract.file);
  return readContractFile({ file, shown: relative(cwd, file), root });
}

function replaysOf(replays: FileReplays, directory: string): ReplaysConfig {
  return {
    sessions: replays.sessions.map((session) =>
      typeof session["file"] === "string"
        ? { file: resolve(directory, session["file"]) }
        : { file: undefined, session },
    ),
    sources: replays.sources.map(sourceOf),
  };
}

function sourceOf(source: FileReplaySource): ReplaySourceConfig {
  const autoImport = source.auto_import;
  if (source.type === "langsmith_run") {
    return { type: "langsmith_run", runId: source.run_id ?? "", autoImport };
  }
  const { status = "error", date_range, min_latency_ms } = source.filter ?? {};
  const filter = { status, dateRange: date_range, minLatencyMs: min_latency_ms };
  return { type: "langsmith", project: source.project ?? "", ...filter, autoImport };
}

function certificateOf({ certificate }: FileAgent, directory: string): AgentConfig["certificate"] {
  return {
    ...camelKeys(certificate),
    output: resolve(directory, certificate.output),
    key: resolve(directory, certificate.key),
  };
}
