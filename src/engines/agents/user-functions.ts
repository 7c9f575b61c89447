import { FunctionProcess } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
import type { CellEvidence } from "./judge/evidence.ts";
import { noWires } from "./stage-environment.ts";

/** Calls functions that the user wrote for the test, not for the agent: rules and mutations. */
export class UserFunctions {
  readonly #process: FunctionProcess;
  readonly #signal: AbortSignal;

  constructor({ timeoutMs, answerBytesMax, directory }: AgentConfig, signal: AbortSignal) {
    this.#signal = signal;
    this.#process = new FunctionProcess({
      wires: noWires,
      limits: { timeoutMs, answerBytesMax },
      cwd: directory,
      env: {},
    });
  }

  /** A function that calls an export of a file. */
  load(file: string, exportName: string): Promise<unknown> {
    return Promise.resolve((...args: readonly unknown[]) => this.#call(file, exportName, args));
  }

  /** Calls the user's own rule, `file#export`, with all that there is to judge. */
  judgeBy(module: string, evidence: CellEvidence): Promise<unknown> {
    const [file = "", exportName = "default"] = module.split("#");
    return this.#call(file, exportName, [evidence]);
  }

  /** Ends the process in which they are called. */
  close(): Promise<void> {
    return this.#process.close();
  }

  async #call(file: string, exportName: string, args: readonly unknown[]): Promise<unknown> {
    const came = await this.#process.call({ file, exportName }, args, this.#signal);
    if ("value" in came) return came.value;
    throw new Error(came.error?.message ?? "it gave nothing");
  }
}
