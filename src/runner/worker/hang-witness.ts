import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { speakDescriptor, speakKey } from "../process/worker-side.ts";

/**
 * Starts a thread that looks, once and after the given time, where the main thread is, and tells
 * the parent. A thread that spins answers nobody; the inspector is all that it listens to.
 */
export async function witnessHang(afterMs: number): Promise<void> {
  const workerData = { afterMs, descriptor: speakDescriptor, key: speakKey };
  const thread = new Worker(program, { eval: true, workerData });
  thread.on("error", () => {}); // without a place the finding is poorer, not wrong
  await once(thread, "online");
  thread.unref();
}

// --- inside ---

/** CommonJS text, because a thread of its own file would have to exist in src/ and in dist/. */
const program = `
const { writeSync } = require("node:fs");
const { Session } = require("node:inspector");
const { workerData } = require("node:worker_threads");
const { afterMs, descriptor, key } = workerData;
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, afterMs);
const session = new Session();
session.connectToMainThread();
const urls = new Map();
session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
session.on("Debugger.paused", ({ params }) => {
  const frames = params.callFrames.map(({ functionName, location }) =>
    "    at " + (functionName || "<anonymous>") + " (" + urls.get(location.scriptId) + ":" +
    (location.lineNumber + 1) + ":" + (location.columnNumber + 1) + ")");
  const message = { type: "hung", stack: ["Error: hung", ...frames].join("\\n") };
  writeSync(descriptor, key + JSON.stringify(message) + "\\n");
  session.post("Debugger.resume");
});
session.post("Debugger.enable");
session.post("Debugger.pause");
setInterval(() => {}, 1000); // a session alone does not keep its thread
`;
