import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../kernel/result/result.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { Config } from "../../config/index.ts";
import type { TracedOptions } from "../../engines/agents/index.ts";
import type { Io } from "../io.ts";

/** Whether a trace is of a conversation with an agent. */
export function isOfAgent({ header }: Trace): boolean {
  return header.settings.agent !== undefined;
}

/** What holding the conversation of a trace again takes; without an agent there is none. */
export function tracedOptions(
  { trace, file, name }: { readonly trace: Trace; readonly file: string; readonly name: string },
  { config, io }: { readonly config: Config; readonly io: Pick<Io, "env" | "signal"> },
): TracedOptions {
  const { agent, root, file: configFile } = config;
  if (agent === undefined) {
    throw new GauntletError({
      code: "A015",
      what: "the trace is of an agent, and the configuration describes none",
      where: configFile ?? root,
      help: `the trace names \`${trace.header.subject.file}\`: bring its \`[agent]\` back`,
    });
  }
  const { env, signal } = io;
  return { projectRoot: root, configFile, config: agent, trace, name, source: file, env, signal };
}

/** Holds the conversation of a saved trace again. */
export function agentReplayer(on: {
  readonly config: Config;
  readonly io: Pick<Io, "env" | "signal">;
}): (trace: Trace, name: string) => Promise<Result> {
  return async (trace, name) => {
    const { replayConversation } = await import("../../engines/agents/index.ts");
    return replayConversation(tracedOptions({ trace, file: name, name }, on));
  };
}
