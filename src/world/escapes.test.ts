import dgram from "node:dgram";
import os from "node:os";
import v8 from "node:v8";
import vm from "node:vm";
import { WASI } from "node:wasi";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { isGuard } from "./builtins/install-guards.ts";
import { type Escape, EscapeError, escapeText, listenToEscapes } from "./escapes.ts";
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
    userCode("(dgram) => dgram.createSocket('udp4').close()")(dgram);
    made.push(userCode("(Worker) => new Worker('', { eval: true })")(Worker) as Worker);
  });
  expect(heard.map(({ seam, call }) => [seam, call])).toEqual([
    ["network", "dgram.createSocket"],
    ["threads", "worker_threads.Worker"],
  ]);
  for (const { stack } of heard) expect(stack.split("\n")[0]).toContain("/elsewhere/app.js:1:");
  expect(made[0]).toBeInstanceOf(Worker);
});

test("what the listener gives back is thrown, and the call is not made", async () => {
  listenToEscapes(refuse);
  const start = userCode("(Worker) => new Worker('never', { eval: true })");
  await inWorld(() => expect(() => start(Worker)).toThrow("`worker_threads.Worker` leaves"));
});

test("a refusal names the call, says what it does and what to do instead", async () => {
  const heard: Escape[] = [];
  listenToEscapes((escape) => {
    heard.push(escape);
    return refuse(escape);
  });
  await inWorld(() => {
    expect(() => userCode("(v8) => v8.writeHeapSnapshot('/x')")(v8)).toThrow(EscapeError);
  });
  expect(heard.map(escapeText)).toEqual([
    "`v8.writeHeapSnapshot` leaves the simulated world\n" +
      "it writes a file, or has one written later\n" +
      "help: measure outside of the run",
  ]);
});

test("a builtin that is handed over as a callback is refused although we call it", async () => {
  listenToEscapes(refuse);
  const thrown: unknown[] = [];
  await inWorld(async () => {
    const late = userCode("(write) => Promise.resolve('/x').then(write)");
    await (late(v8.writeHeapSnapshot) as Promise<unknown>).catch((error) => thrown.push(error));
    const [call] = [v8.writeHeapSnapshot];
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        try {
          call("/x");
        } catch (error) {
          thrown.push(error);
        }
        resolve();
      }, 1);
    });
  });
  expect(thrown.map((error) => error instanceof EscapeError)).toEqual([true, true]);
});

test("outside of a run calls are not told", async () => {
  const heard: Escape[] = [];
  listenToEscapes((escape) => void heard.push(escape));
  await (userCode("(wasm, bytes) => wasm.compile(bytes)")(WebAssembly, empty) as Promise<unknown>);
  expect(heard).toEqual([]);
});

test("where runs may leave, a call is made unless other processes would feel it", async () => {
  const heard: string[] = [];
  listenToEscapes(({ call }) => void heard.push(call));
  await inWorld(() => {
    expect(() => userCode("(os) => os.setPriority(0, 0)")(os)).toThrow(EscapeError);
    expect(userCode("(v8) => v8.setFlagsFromString('--no-opt')")(v8)).toBeUndefined();
  });
  v8.setFlagsFromString("--opt");
  expect(heard).toEqual(["os.setPriority", "v8.setFlagsFromString"]);
});

test("what only reads is not told, where the same name can also act", async () => {
  const heard: Escape[] = [];
  listenToEscapes((escape) => void heard.push(escape));
  await inWorld(() => void userCode("(umask) => umask()")(process.umask));
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

test("an instance does not lead around the guard of its class", () => {
  expect(isGuard(Worker.prototype.constructor)).toBe(true);
  expect(isGuard(dgram.Socket.prototype.constructor)).toBe(true);
});

test("what WASI gives to a module that was made before the run is refused in it", async () => {
  const { wasiImport } = new WASI({ version: "preview1" });
  const sizes = wasiImport["args_sizes_get"] as (...args: number[]) => number;
  listenToEscapes(refuse);
  await inWorld(() => {
    expect(() => sizes(0, 4)).toThrow("`wasi.WASI.args_sizes_get` leaves the simulated world");
  });
});

// --- inside ---

function refuse(escape: Escape): EscapeError {
  return new EscapeError(escapeText(escape), escape.stack);
}

/** A function that is not of this repository, as its stack says. */
function userCode(source: string): (...args: unknown[]) => unknown {
  return vm.runInThisContext(source, { filename: "/elsewhere/app.js" }) as () => unknown;
}
