import type { AgentError } from "../../kernel/agent/agent-input.ts";
import type { AskLimits, Outcome } from "./agent.ts";
import { ChildGroup, type ChildOptions, endOf } from "./child-group.ts";
import { tooLarge, tooLate } from "./send-request.ts";

/** Runs a program once; what it prints is the answer. */
export async function runOnce(
  run: Pick<ChildOptions, "cwd" | "env"> & {
    readonly command: readonly string[];
    readonly input: string;
  },
  { timeoutMs, answerBytesMax, signal }: AskLimits & { readonly signal: AbortSignal },
): Promise<Outcome> {
  const { command, cwd, env, input } = run;
  const group = new ChildGroup(command, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  let size = 0;
  const error = await new Promise<AgentError | undefined>((resolve) => {
    const stop = (): void => resolve({ kind: "ended", message: "the run was stopped" });
    const timer = setTimeout(() => resolve(tooLate(timeoutMs)), timeoutMs);
    signal.addEventListener("abort", stop, { once: true });
    group.process.stdout?.on("data", (chunk: Buffer) => {
      const room = answerBytesMax - size;
      size += chunk.length;
      chunks.push(chunk.subarray(0, Math.max(0, room)));
      if (chunk.length > room) resolve(tooLarge(answerBytesMax));
    });
    void group.ended.then((how) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(endError(group, how));
    });
    group.process.stdin?.end(input);
    if (signal.aborted) stop();
  });
  await group.stop();
  return { text: new TextDecoder().decode(Buffer.concat(chunks)).replace(/\r?\n$/u, ""), error };
}

// --- inside ---

function endError(group: ChildGroup, how: string): AgentError | undefined {
  const { exitCode, pid } = group.process;
  if (exitCode === 0) return undefined;
  const message = group.said === "" ? how : `${how}: ${endOf(group.said)}`;
  if (pid === undefined) return { kind: "unreachable", message };
  // A program that exits says so itself; one that is killed does not.
  return { kind: exitCode === null ? "ended" : "reported", message };
}
