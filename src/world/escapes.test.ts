import dgram from "node:dgram";
import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { type Escape, EscapeError, listenToEscapes } from "./escapes.ts";
import { inWorld } from "./fixtures/hand-drive.ts";
import { installWorld } from "./install.ts";

installWorld();

/** The types of Node do not know it, because they know no browser. */
const { WebAssembly } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };
};
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const made: Worker[] = [];

afterEach(async () => {
  listenToEscapes(() => undefined);
  await Promise.all(made.splice(0).map((worker) => worker.terminate()));
});

test("a call of user code that leaves the world is told with its class and its stack", async () => {
  const heard: Escape[] = [];
  listenToEscapes((escape) => void heard.push(escape));
  await inWorld(() => {
    userCode("(wasm, bytes) => void wasm.compile(bytes)")(WebAssembly, empty);
    userCode("(dgram) => dgram.createSocket('udp4').close()")(dgram);
    made.push(userCode("(Worker) => new Worker('', { eval: true })")(Worker) as Worker);
  });
  expect(heard.map(({ seam, call }) => [seam, call])).toEqual([
    ["webassembly", "WebAssembly.compile"],
    ["network", "dgram.createSocket"],
    ["threads", "worker_threads.Worker"],
  ]);
  for (const { stack } of heard) expect(stack.split("\n")[0]).toContain("/elsewhere/app.js:1:");
  expect(made[0]).toBeInstanceOf(Worker);
});

test("what the listener gives back is thrown, and the call is not made", async () => {
  listenToEscapes(({ call, stack }) => new EscapeError(`no ${call}`, stack));
  const start = userCode("(Worker) => new Worker('never', { eval: true })");
  await inWorld(() => expect(() => start(Worker)).toThrow("no worker_threads.Worker"));
});

test("outside of a run, and from our own code, calls are not told", async () => {
  const heard: Escape[] = [];
  listenToEscapes((escape) => void heard.push(escape));
  await (userCode("(wasm, bytes) => wasm.compile(bytes)")(WebAssembly, empty) as Promise<unknown>);
  await inWorld(() => void WebAssembly.compile(empty));
  expect(heard).toEqual([]);
});

test("what is guarded looks like what it guards, and can be extended", () => {
  class Own extends Worker {}
  const own = new Own("", { eval: true });
  made.push(own);
  expect(own).toBeInstanceOf(Own);
  expect([Worker.name, WebAssembly.compile.name, WebAssembly.compile.length]).toEqual([
    "Worker",
    "compile",
    1,
  ]);
});

// --- inside ---

/** A function that is not of this repository, as its stack says. */
function userCode(source: string): (...args: unknown[]) => unknown {
  return vm.runInThisContext(source, { filename: "/elsewhere/app.js" }) as () => unknown;
}
