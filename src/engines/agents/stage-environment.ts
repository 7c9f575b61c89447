import { fileURLToPath } from "node:url";
import { SecretMask } from "../../kernel/agent/index.ts";
import { isSecretVariable } from "../../kernel/agent/secret-names.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import type { AgentWires } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import type { McpBridge, WireHub } from "../../world/wires/index.ts";

/** Where the wires of a run listen. */
export interface OpenWires {
  readonly hub: Pick<WireHub, "urlFor">;
  readonly bridge: Pick<McpBridge, "address">;
}

/** Through which addresses an agent asks models, tools and other agents. */
export function wiresFor(
  config: AgentConfig,
  agent: string,
  { hub, bridge }: OpenWires,
): AgentWires {
  const redirected = config.tools.filter(({ matchUrl }) => matchUrl !== undefined);
  return {
    preload: redirected.length === 0 ? undefined : preloadFile,
    env: {
      OPENAI_BASE_URL: `${hub.urlFor(agent, "openai")}/v1`,
      ANTHROPIC_BASE_URL: hub.urlFor(agent, "anthropic"),
      ...Object.fromEntries(
        config.tools.flatMap(({ name, env }) =>
          env === undefined
            ? []
            : [[env, `${hub.urlFor(agent, "tools")}/${encodeURIComponent(name)}`]],
        ),
      ),
      ...Object.fromEntries(
        config.mcp.flatMap(({ name, env, command }) => {
          if (env === undefined) return [];
          const url = `${hub.urlFor(agent, "mcp")}/${encodeURIComponent(name)}`;
          return [[env, command === undefined ? url : wrapCommand(name, command)]];
        }),
      ),
      ...Object.fromEntries(
        config.peers.flatMap(({ name, env }) =>
          env === undefined || name === agent
            ? []
            : [[env, `${hub.urlFor(agent, "peers")}/${encodeURIComponent(name)}`]],
        ),
      ),
      GAUNTLET_WIRE: bridge.address,
      GAUNTLET_AGENT: agent,
      ...(redirected.length === 0
        ? {}
        : {
            GAUNTLET_REDIRECT: JSON.stringify({
              to: hub.urlFor(agent, "to"),
              patterns: redirected.map(({ matchUrl }) => matchUrl),
            }),
          }),
    },
  };
}

/** Services know nothing of wires: they answer, and ask nobody that could be reached. */
export const noWires: AgentWires = { env: {}, preload: undefined };

/** A mask that knows what must never be written of this agent and its environment. */
export function maskFor(
  config: AgentConfig | undefined,
  env: Readonly<Record<string, string | undefined>>,
): SecretMask {
  const mask = new SecretMask();
  if (config !== undefined) learnSecrets(mask, config, env);
  for (const [name, value = ""] of Object.entries(env)) {
    if (config === undefined && isSecretVariable(name)) mask.learn(value);
  }
  return mask;
}

/** Learns what must never be written: variables that look like keys, and those that are named. */
export function learnSecrets(
  mask: SecretMask,
  { secrets, reach, model }: AgentConfig,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const headers = reach.type === "http" ? Object.values(reach.headers) : [];
  const own = Object.entries(reach.env).filter(([name]) => isSecretVariable(name));
  const texts = [...headers, ...own.map(([, value]) => value)];
  const filled = texts.flatMap((text) => [...text.matchAll(/\$\{(\w+)\}/gu)]);
  const named = new Set([...secrets, ...filled.map(([, name]) => name), model?.keyVariable]);
  for (const [name, value = ""] of Object.entries(env)) {
    if (isSecretVariable(name) || named.has(name)) mask.learn(value);
  }
  for (const [, value] of own) if (!value.includes("${")) mask.learn(value);
}

/**
 * Tools that have a wire of their own from the start; those of MCP servers are seen later. One that
 * the agent is not led to is left to the model's wire, or nothing could ever strike it.
 */
export function directToolsOf({ tools, peers, port }: AgentConfig): readonly string[] {
  const led = tools.filter(({ env, matchUrl }) => env !== undefined || matchUrl !== undefined);
  const told = peers.filter(({ env }) => env !== undefined);
  const direct = port === undefined ? [...led, ...told] : [...tools, ...peers];
  return direct.map(({ name }) => name);
}

// --- inside ---

/** From src/ and from dist/ alike this is the compiled file: agents run no TypeScript of ours. */
const preloadFile = fileURLToPath(
  new URL("../../../dist/world/wires/tools/preload.js", import.meta.url),
);

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** The command line that an agent starts instead of the server, as a shell reads it. */
function wrapCommand(name: string, command: readonly string[]): string {
  const words = [process.execPath, program, "agent", "wrap", "--name", name, "--", ...command];
  return words.map((word) => shellWord(word)).join(" ");
}
