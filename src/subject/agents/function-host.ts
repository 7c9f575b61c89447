import * as nodeModule from "node:module";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

// Runs a function of the user in a process of its own: one line of JSON each way on a pipe that is
// not stdout, which belongs to the user. Started by function-agent.ts through
// function-host-entry.ts, with nothing of Gauntlet loaded but the hooks that take types out.

/** What the host is asked to call. */
export interface HostCall {
  readonly id: number;
  readonly file: string;
  readonly exportName: string;
  /** Whether it is only looked for. */
  readonly isProbe: boolean;
  readonly args: readonly unknown[];
}

/** What came of it. */
export type HostReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly thrown: string; readonly isMissing: boolean };

/** Answers calls until the pipe closes; then whoever asked is gone. */
export function serveCalls(end: () => void): void {
  const started = takeTypesOut();
  const pipe = new Socket({ fd: 3, readable: true, writable: true });
  pipe.once("close", end);
  createInterface({ input: pipe }).on("line", (line) => {
    void started
      .then(() => replyTo(JSON.parse(line) as HostCall))
      .then((reply) => pipe.write(`${lineOf(reply)}\n`));
  });
}

// --- inside ---

async function takeTypesOut(): Promise<void> {
  // Newer versions of Node only; they call hooks in this thread, which is quicker.
  const registerHooks: unknown = Reflect.get(nodeModule, "registerHooks");
  if (typeof registerHooks !== "function") {
    nodeModule.register("./typescript-hooks.js", import.meta.url);
    return;
  }
  const { hooks } = await import("./typescript-hooks.ts");
  Reflect.apply(registerHooks, nodeModule, [hooks]);
}

async function replyTo({ id, file, exportName, isProbe, args }: HostCall): Promise<HostReply> {
  try {
    const found = await exportOf(file, exportName);
    if (typeof found !== "function") {
      const thrown = `\`${exportName}\` of the module is not a function`;
      return { id, thrown, isMissing: true };
    }
    if (isProbe) return { id, value: null };
    const given: unknown = await Reflect.apply(found, undefined, args);
    return { id, value: (await collected(given)) ?? null };
  } catch (error) {
    const thrown = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { id, thrown, isMissing: isProbe };
  }
}

function lineOf(reply: HostReply): string {
  try {
    return JSON.stringify(reply);
  } catch (error) {
    const thrown = `what it returned is not plain data (${String(error)})`;
    return JSON.stringify({ id: reply.id, thrown, isMissing: false } satisfies HostReply);
  }
}

async function exportOf(file: string, exportName: string): Promise<unknown> {
  let found: unknown = await import(pathToFileURL(file).href);
  for (const name of exportName.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}

/** A function that gives pieces, as streaming agents do, gives all of them. */
async function collected(given: unknown): Promise<unknown> {
  if (typeof given !== "object" || given === null || !(Symbol.asyncIterator in given)) return given;
  const pieces: string[] = [];
  for await (const piece of given as AsyncIterable<unknown>) {
    pieces.push(typeof piece === "string" ? piece : JSON.stringify(piece));
  }
  return pieces.join("");
}
