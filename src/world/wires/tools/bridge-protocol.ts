import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import { isList, isRecord, jsonOf } from "../json-walk.ts";

/** The first line that a wrapped server sends: who it is and what is to be started for it. */
export interface BridgeHello {
  /** Shows that the address was given to it; others on this machine may not start anything. */
  readonly token: string;
  readonly agent: string;
  readonly name: string;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The line that says that the client has said all; no message begins with such a byte. Closing one
 * half of the connection would not do: it looks the same as a client that was killed.
 */
export const endLine: Buffer = Buffer.from("\u0000end");

/** What the bridge sends: a line of the server, something it complained about, or its end. */
export type BridgeFrame =
  | { readonly kind: "line"; readonly line: Buffer }
  | { readonly kind: "complaint"; readonly bytes: Buffer }
  | { readonly kind: "exit"; readonly code: number };

/** A frame as it is sent: a letter, the content and a newline. */
export function writtenFrame(frame: BridgeFrame): Buffer {
  switch (frame.kind) {
    case "line":
      return Buffer.concat([Buffer.from("l"), frame.line, newline]);
    case "complaint":
      return Buffer.from(`e${frame.bytes.toString("base64")}\n`);
    case "exit":
      return Buffer.from(`x${frame.code}\n`);
  }
}

/** Reads a frame that was sent. */
export function readFrame(line: Buffer): BridgeFrame {
  const content = line.subarray(1);
  switch (String.fromCharCode(line[0] ?? 0)) {
    case "e":
      return { kind: "complaint", bytes: Buffer.from(content.toString("latin1"), "base64") };
    case "x":
      return { kind: "exit", code: Number(content.toString("latin1")) };
    default:
      return { kind: "line", line: content };
  }
}

/** Reads the first line; undefined where it is none of ours. */
export function readHello(line: Buffer): BridgeHello | undefined {
  const data = jsonOf(line.toString("utf8"));
  if (!isRecord(data)) return undefined;
  const { token, agent, name, command, cwd, env } = data;
  const isText = [token, agent, name, cwd].every((one) => typeof one === "string");
  const isCommand =
    command !== undefined && isList(command) && command.every((one) => typeof one === "string");
  if (!isText || !isCommand || command.length === 0 || !isRecord(env)) return undefined;
  // Every part was looked at.
  return data as unknown as BridgeHello;
}

/** The host, port and token of an address: `tcp://127.0.0.1:40123/<token>`. */
export function readAddress(address: string): {
  readonly port: number;
  readonly token: string;
} {
  const [, port, token = ""] = /^tcp:\/\/127\.0\.0\.1:(\d+)\/(\w+)$/u.exec(address) ?? [];
  if (port === undefined) {
    throw new GauntletError({
      code: "A026",
      what: `\`${address}\` is not the address of a wire for MCP servers`,
      where: "GAUNTLET_WIRE",
      note: "Gauntlet hands the address to the agent, and the agent to its server",
      help: "leave the variable as Gauntlet sets it, or unset it to go without faults",
    });
  }
  return { port: Number(port), token };
}

// --- inside ---

const newline = Buffer.from("\n");
