import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { fixture } from "./tool-world.ts";

/** A wrapped server that runs. */
export interface Wrapped {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: Interface;
  readonly errors: () => string;
}

/** A wrapped server, as a process that is talked to in lines. */
export function wrapped(command: readonly string[], wire: string | undefined): Wrapped {
  const env = { ...process.env, ...(wire === undefined ? {} : { GAUNTLET_WIRE: wire }) };
  const child = spawn(process.execPath, [fixture("wrap.mjs"), ...command], { env });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += String(text);
  });
  return { child, lines: createInterface({ input: child.stdout }), errors: () => errors };
}

/** The command of a server that misbehaves in this way. */
export function hostile(way: string): readonly string[] {
  return [process.execPath, fixture("hostile-server.mjs"), way];
}

/** A request that faults may strike. */
export const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } };

/** The next line that the client reads. */
export async function nextLine({ lines }: Wrapped): Promise<string> {
  const [line] = (await once(lines, "line")) as [string];
  return line;
}
