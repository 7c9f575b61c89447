import { SecretMask } from "../../kernel/agent/index.ts";
import {
  secretParameters,
  secretsInAddress,
  secretsInEnvironment,
  secretsInHeader,
} from "../../kernel/secrets/secret-sources.ts";
import { isOwnWord } from "../../kernel/secrets/secret-forms.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** A mask that knows what must never be written of this agent and its environment. */
export function maskFor(config: AgentConfig | undefined, env: Variables): SecretMask {
  const mask = new SecretMask();
  for (const secret of secretsInEnvironment(env)) mask.learn(secret);
  if (config !== undefined) learnSecrets(mask, config, env);
  return mask;
}

// --- inside ---

/** Variables that are named, keys in headers, parameters and addresses, and what it is given. */
function learnSecrets(mask: SecretMask, config: AgentConfig, env: Variables): void {
  const { secrets, reach, model } = config;
  for (const name of [...secrets, model?.keyVariable ?? ""]) mask.learn(env[name] ?? "");
  const own = { ...env, ...reach.env };
  const headers = reach.type === "http" ? Object.entries(reach.headers) : [];
  const query = reach.type === "http" ? Object.entries(reach.query) : [];
  const filled = (text: string): string =>
    text.replaceAll(/\$\{(\w+)\}/gu, (whole, name: string) => own[name] ?? whole);
  const all = [
    ...secretsInEnvironment(mapped(reach.env, filled)),
    // Whatever a header is filled with is nobody else's.
    ...headers.flatMap(([, text]) => variablesIn(text, own)),
    ...headers.flatMap(([name, text]) => secretsInHeader(name, filled(text))),
    ...query.flatMap(([, text]) => variablesIn(text, own).filter(isOwnWord)),
    ...secretParameters(query.map(([name, text]) => [name, filled(text)] as const)),
    ...addressesOf(config).flatMap((address) => secretsInAddress(filled(address))),
  ];
  for (const secret of all) if (!secret.includes("${")) mask.learn(secret);
}

function addressesOf(config: AgentConfig): readonly string[] {
  const { reach, upstream, tools, peers, mcp, model } = config;
  const resets = [config.reset, ...peers.map(({ reset }) => reset)];
  return [
    reach.type === "http" ? reach.endpoint : "",
    reach.type === "mcp" ? (reach.url ?? "") : "",
    ...(upstream.kind === "provider" ? [upstream.openai, upstream.anthropic] : []),
    ...[...tools, ...peers, ...mcp].map(({ url }) => url ?? ""),
    ...resets.map((reset) => (reset?.kind === "endpoint" ? reset.url : "")),
    model?.baseUrl ?? "",
  ];
}

function variablesIn(text: string, env: Variables): readonly string[] {
  return [...text.matchAll(/\$\{(\w+)\}/gu)].map(([, name = ""]) => env[name] ?? "");
}

function mapped(
  table: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, change(text)]));
}
