import { constants } from "node:os";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { childEnvironment } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import {
  CassetteRecorder,
  dividedUpstream,
  McpBridge,
  modelRoutes,
  toolRoutes,
  WireHub,
  writeCassette,
} from "../../world/wires/index.ts";
import { maskFor } from "./agent-secrets.ts";
import { startOwned } from "../../world/host/owned-process.ts";
import { fillAddresses } from "./fill-addresses.ts";
import { openOthers } from "./open-others.ts";
import { wiresFor } from "./stage-environment.ts";
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
): Promise<{
  readonly code: number;
  readonly exchanges: number;
  /** What was not kept, as there was too much. */
  readonly left: readonly string[];
  /** Which requests the wires refused. */
  readonly refused: readonly string[];
}> {
  const { env, file } = options;
  const config = fillAddresses(options.config, env);
  const mask = maskFor(config, env);
  const upstreams = await openUpstreams(config, mask);
  const { models, tools, recorded } = upstreams;
  const answering = dividedUpstream({ models: models(), tools });
  const recorder = new CassetteRecorder(answering, mask);
  const { upstream } = recorder;
  const routes = [...modelRoutes({ upstream }), ...toolRoutes({ ...config, upstream })];
  const closing: { close(): Promise<void> }[] = [];
  try {
    const hub = await WireHub.open(routes, { mask });
    closing.push(hub);
    const bridge = await McpBridge.open({
      scope: () => hub.scope,
      mask,
      recording: (server) => recorder.through(recorded === undefined ? server : tools),
    });
    closing.push(bridge);
    const { signal } = options;
    closing.push(await openOthers(config, { hub, bridge }, { upstreams, signal }));
    const wires = wiresFor(config, config.name, { hub, bridge });
    const code = await run(command, { ...options, env: childEnvironment(env, wires) });
    const cassette = recorder.cassette();
    const { refused } = hub;
    await writeCassette({ file, shown: file }, cassette);
    return { code, exchanges: cassette.exchanges.length, left: recorder.left, refused };
  } finally {
    for (const one of closing.toReversed()) await one.close();
  }
}

// --- inside ---

/** How long a command that is asked to end may take. */
const graceMs = 5_000;

/** Its exit code; what was answered until it was ended is kept all the same. */
function run(
  [program = "", ...words]: readonly string[],
  { cwd, env, signal }: Pick<RecordOptions, "cwd" | "env" | "signal">,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = startOwned(program, words, { cwd, env, stdio: "inherit" });
    // What was answered until then is kept: Ctrl-C is how recording a server ends.
    const stop = (): void => {
      child.kill();
      const killing = setTimeout(() => child.kill("SIGKILL"), graceMs);
      child.once("close", () => clearTimeout(killing));
    };
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", (error) => reject(notStarted(program, error)));
    child.once("close", (code, ended) => {
      signal.removeEventListener("abort", stop);
      resolve(code ?? 128 + (ended === null ? 0 : constants.signals[ended]));
    });
  });
}

function notStarted(program: string, { code, message }: NodeJS.ErrnoException): GauntletError {
  return new GauntletError({
    code: "A019",
    what: `\`${program}\` could not be started (${code ?? message})`,
    help: "name a program and its arguments: `gauntlet agent record -- node agent.mjs`",
  });
}
