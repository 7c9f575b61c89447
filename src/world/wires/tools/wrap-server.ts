import { connect, type Socket } from "node:net";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { errorText } from "../../../kernel/errors/gauntlet-error.ts";
import { startOwned } from "../../host/owned-process.ts";
import { type BridgeHello, endLine, readAddress, readFrame } from "./bridge-protocol.ts";
import { LineReader } from "./line-reader.ts";

/** Where a wrapped server stands. */
export interface WrapOptions {
  /** The address of the bridge; without it messages only pass. */
  readonly wire: string | undefined;
  readonly agent: string;
  readonly name: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Stands in for an MCP server on stdio, and returns the status that it ended with. */
export async function wrapServer(
  command: readonly string[],
  options: WrapOptions,
): Promise<number> {
  if (options.wire === undefined) return passedThrough(command, options);
  return bridged(command, options, readAddress(options.wire));
}

// --- inside ---

/** Faults may make a line larger than one that a server may write. */
const frameBytesMax = 100_663_296;

const endingSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

async function passedThrough(command: readonly string[], options: WrapOptions): Promise<number> {
  const [program = "", ...words] = command;
  const { cwd, env, stdin, stdout, stderr } = options;
  const child = startOwned(program, words, { cwd, env, stdio: "pipe" });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of endingSignals) process.on(signal, forward);
  try {
    return await new Promise<number>((resolve) => {
      child.once("error", (error) => {
        stderr.write(`${startError(options.name, program, error)}\n`);
        resolve(127);
      });
      child.once("close", (code, signal) => {
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
      });
      child.stdin.on("error", () => undefined); // it tells by its end
      stdin.pipe(child.stdin);
      child.stdout.pipe(stdout, { end: false });
      child.stderr.pipe(stderr, { end: false });
    });
  } finally {
    for (const signal of endingSignals) process.off(signal, forward);
    stdin.unpipe();
    stdin.pause();
  }
}

function startError(name: string, program: string, error: Error): string {
  return errorText({
    code: "A024",
    what: `the MCP server \`${name}\` could not be started`,
    where: program,
    note: error.message,
    help: "check the command behind `gauntlet agent wrap --`",
  });
}

async function bridged(
  command: readonly string[],
  options: WrapOptions,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<number> {
  const { agent, name, cwd, stdin, stdout, stderr } = options;
  const env = Object.fromEntries(
    Object.entries(options.env).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const hello: BridgeHello = { token, agent, name, command, cwd, env };
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(`${JSON.stringify(hello)}\n`);
  passInput(stdin, socket);
  const reader = new LineReader(frameBytesMax);
  let status: number | undefined;
  socket.on("data", (piece: Buffer) => {
    const lines = reader.add(piece);
    if (lines === undefined) socket.destroy(); // no bridge of ours sends as much
    for (const line of lines ?? []) {
      const frame = readFrame(line);
      if (frame.kind === "exit") status = frame.code;
      else if (frame.kind === "complaint") stderr.write(frame.bytes);
      else if (!stdout.write(Buffer.concat([frame.line, Buffer.from("\n")]))) {
        socket.pause();
        stdout.once("drain", () => socket.resume());
      }
    }
  });
  await new Promise<void>((resolve) => {
    socket.once("end", resolve);
    socket.once("close", () => resolve());
    socket.once("error", () => resolve());
  });
  stdin.unpipe(socket);
  stdin.pause();
  socket.destroy();
  if (status === undefined) stderr.write(`${wireError(name)}\n`);
  return status ?? 1;
}

function passInput(stdin: Readable, socket: Socket): void {
  let last = 10;
  stdin.on("data", (piece: Buffer) => {
    last = piece.at(-1) ?? last;
  });
  stdin.pipe(socket, { end: false });
  stdin.once("end", () => {
    if (socket.writable) socket.write(`${last === 10 ? "" : "\n"}${endLine.toString()}\n`);
  });
}

function wireError(name: string): string {
  return errorText({
    code: "A027",
    what: `the wire of the MCP server \`${name}\` closed before the server ended`,
    note: "Gauntlet has ended, or the address belongs to another run",
    help: "run the agent with `gauntlet agent`, or unset the variable to start it without faults",
  });
}
