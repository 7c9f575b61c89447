import { fileURLToPath } from "node:url";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentWires } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
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
    ...(config.upstream.kind === "provider" ? {} : { spare: anyKeys }),
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

/**
 * The token of addresses that the user wrote down, with a port of their own; none where they chose
 * none. Addresses that are handed out have a new one each time.
 */
export function wireToken(
  { port }: Pick<AgentConfig, "port">,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const given = env[tokenVariable] ?? "";
  if (port === undefined || given === "") return undefined;
  if (/^[\w-]{16,128}$/u.test(given)) return given;
  throw new GauntletError({
    code: "A037",
    what: `\`${tokenVariable}\` must be 16 to 128 letters, digits, \`-\` or \`_\``,
    note: `it is part of every address: http://127.0.0.1:${port}/<token>/<agent>/openai/v1`,
    help: `${tokenVariable}=$(openssl rand -hex 16)`,
  });
}

/** Services know nothing of wires: they answer, and ask nobody that could be reached. */
export const noWires: AgentWires = { env: {}, preload: undefined };

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

/** SDKs demand a key before they ask; a script or a recording reads none. */
const anyKeys = { OPENAI_API_KEY: "none-is-needed", ANTHROPIC_API_KEY: "none-is-needed" };

const tokenVariable = "GAUNTLET_WIRE_TOKEN";

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

/** Plain words stay as they are, for agents that only split the line at its spaces. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./\\-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
