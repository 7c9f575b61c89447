import path from "node:path";
import { endWithText } from "../finish-run.ts";
import type { VerbCall } from "../verb-call.ts";
import { agentContextOf } from "./agent-context.ts";

/** `agent record`: runs a command of the user's and records what answers it. */
export async function recordAgent({
  words: [command],
  flags,
  io,
}: VerbCall<"agent record">): Promise<number> {
  const { recordCommand } = await import("../../engines/agents/index.ts");
  const { agent, cwd } = await agentContextOf(flags, io);
  const file = path.resolve(cwd, flags.output);
  const { code, exchanges, left, refused } = await recordCommand(command, {
    config: agent,
    cwd,
    file,
    env: io.env,
    signal: io.signal,
  });
  const amount = `${exchanges} exchange${exchanges === 1 ? "" : "s"}`;
  io.err(`wrote    ${path.relative(cwd, file)}   ${amount}\n`);
  for (const one of refused) io.err(`note     ${one}\n`);
  const [first] = left;
  if (first !== undefined) {
    const why = "as a recording holds no more; whoever asks for it is told that it is not there";
    io.err(`note     ${left.length} not kept, ${why}: ${first}${left.length > 1 ? ", …" : ""}\n`);
  }
  return endWithText("", io, { exitCode: code, isInterrupted: io.signal.aborted });
}

/** `agent wrap`: stands between an agent and an MCP server on stdio. */
export async function wrapMcpServer({
  words: [command],
  flags: { name },
  io,
}: VerbCall<"agent wrap">): Promise<number> {
  const { wrapServer } = await import("../../world/wires/index.ts");
  return wrapServer(command, {
    wire: io.env["GAUNTLET_WIRE"],
    agent: io.env["GAUNTLET_AGENT"] ?? "agent",
    name,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: io.cwd,
    env: io.env,
  });
}
