import { spawn } from "node:child_process";
import { SecretMask } from "../../kernel/agent/index.ts";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { type OpenPeer, openPeer } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import {
  CassetteRecorder,
  McpBridge,
  modelRoutes,
  toolRoutes,
  WireHub,
  writeCassette,
} from "../../world/wires/index.ts";
import { fillAddresses } from "./fill-addresses.ts";
import { learnSecrets, noWires, servicesOf, wiresFor } from "./stage-environment.ts";
import { openUpstreams } from "./upstreams.ts";

/** What recording a command takes. */
export interface RecordOptions {
  readonly config: AgentConfig;
  readonly cwd: string;
  /** The cassette that is written. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Runs a command with the wires around it, and keeps what models and tools answered it. */
export async function recordCommand(
  command: readonly string[],
  options: RecordOptions,
): Promise<{ readonly code: number; readonly exchanges: number }> {
  const { env, file } = options;
  const config = fillAddresses(options.config, env);
  const mask = new SecretMask();
  learnSecrets(mask, config, env);
  const { models, tools, locate } = await openUpstreams(config, mask);
  const answering = models();
  const recorder = new CassetteRecorder(
    {
      answer: (request, signal) =>
        (modelNames.has(request.to) ? answering : tools).answer(request, signal),
    },
    mask,
  );
  const { upstream } = recorder;
  const routes = [...modelRoutes({ upstream }), ...toolRoutes({ ...config, upstream })];
  const hub = await WireHub.open(routes, { mask });
  const bridge = await McpBridge.open({ scope: () => hub.scope, mask });
  const services: OpenPeer[] = [];
  try {
    for (const service of servicesOf(config)) {
      const opened = await openPeer(service, noWires, options.signal);
      services.push(opened);
      const { port } = new URL(opened.url);
      for (const { name, url } of service.tools) locate(name, url.replaceAll("${PORT}", port));
    }
    const wires = wiresFor(config, config.name, { hub, bridge });
    const code = await run(command, { ...env, ...wires.env }, options);
    const cassette = recorder.cassette();
    await writeCassette({ file, shown: file }, cassette);
    return { code, exchanges: cassette.exchanges.length };
  } finally {
    for (const service of services) await service.close();
    await bridge.close();
    await hub.close();
  }
}

// --- inside ---

function run(
  [program = "", ...words]: readonly string[],
  own: Readonly<Record<string, string | undefined>>,
  { cwd, signal }: Pick<RecordOptions, "cwd" | "signal">,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: own, stdio: "inherit" });
    // What was answered until then is kept: Ctrl-C is how recording a server ends.
    const end = (): void => {
      child.kill();
      const killing = setTimeout(() => child.kill("SIGKILL"), graceMs);
      child.once("close", () => clearTimeout(killing));
    };
    signal.addEventListener("abort", end, { once: true });
    child.once("error", (error) => reject(notStarted(program, error)));
    child.once("close", (code) => {
      signal.removeEventListener("abort", end);
      resolve(code ?? 1);
    });
  });
}

/** How long a command that is asked to end may take. */
const graceMs = 5_000;

function notStarted(program: string, { message }: Error): GauntletError {
  return new GauntletError({
    code: "A019",
    what: `the command \`${program}\` could not be started`,
    where: program,
    note: message,
    help: "check the command behind `gauntlet agent record --`",
  });
}

const modelNames: ReadonlySet<string> = new Set(["openai", "anthropic"]);
