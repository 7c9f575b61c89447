import { spawn } from "node:child_process";
import { SecretMask } from "../../kernel/agent/index.ts";
import { childEnvironment } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import {
  CassetteRecorder,
  McpBridge,
  modelRoutes,
  toolRoutes,
  WireHub,
  writeCassette,
} from "../../world/wires/index.ts";
import { openOthers } from "./open-others.ts";
import { learnSecrets, wiresFor } from "./stage-environment.ts";
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
  const { config, env, file } = options;
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
  const closing: { close(): Promise<void> }[] = [];
  const onOpen = <T extends { close(): Promise<void> }>(opened: T): T => {
    closing.push(opened);
    return opened;
  };
  try {
    const hub = onOpen(await WireHub.open(routes, { mask }));
    const bridge = onOpen(await McpBridge.open({ scope: () => hub.scope, mask }));
    await openOthers(config, { hub, bridge }, { onOpen, locate });
    const wires = wiresFor(config, config.name, { hub, bridge });
    const code = await run(command, childEnvironment(given(env), wires), options);
    const cassette = recorder.cassette();
    await writeCassette({ file, shown: file }, cassette);
    return { code, exchanges: cassette.exchanges.length };
  } finally {
    for (const one of closing.toReversed()) await one.close();
  }
}

// --- inside ---

const modelNames: ReadonlySet<string> = new Set(["openai", "anthropic"]);

function run(
  [program = "", ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { cwd, signal }: Pick<RecordOptions, "cwd" | "signal">,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env, stdio: "inherit", signal });
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? 1));
  });
}

function given(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(set);
}
