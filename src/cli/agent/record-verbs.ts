import path from "node:path";
import type { Command } from "commander";
import { addLocationFlags, type ReadFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { agentContextOf } from "./agent-context.ts";

interface RecordFlags extends Pick<ReadFlags, "config" | "cwd"> {
  readonly output: string;
}

interface WrapFlags {
  readonly name: string;
}

/** Adds `agent record` and `agent wrap`, which run a command of the user's. */
export function addRecordVerbs(agent: Command, io: Io, onExit: (code: number) => void): void {
  addLocationFlags(
    agent
      .command("record")
      .summary("run a command and record what models and tools answer it")
      .argument("<command...>", "behind `--`: the command and its arguments")
      .option("--output <file>", "the cassette to write", "cassette.jsonl"),
  ).action(async (command: string[], flags: RecordFlags) => {
    onExit(await record(command, flags, io));
  });
  agent
    .command("wrap")
    .summary("stand between an agent and an MCP server on stdio")
    .argument("<command...>", "behind `--`: the server and its arguments")
    .requiredOption("--name <name>", "the server, as `[[agent.mcp]]` calls it")
    .action(async (command: string[], flags: WrapFlags) => onExit(await wrap(command, flags, io)));
}

// --- inside ---

async function record(command: readonly string[], flags: RecordFlags, io: Io): Promise<number> {
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
  return io.signal.aborted ? exitCodes.interrupted : code;
}

async function wrap(command: readonly string[], { name }: WrapFlags, io: Io): Promise<number> {
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
