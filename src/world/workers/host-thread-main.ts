// The thread that holds real processes and real connections. The thread of the runs waits for each
// answer without turning its event loop, so that nothing else of the real world gets into a run.
import { parentPort, workerData } from "node:worker_threads";
import { type HostFact, transferable } from "../host/host-question.ts";
import { httpOnce } from "../host/http-once.ts";
import { setMarks } from "../host/kept-marks.ts";
import { processOnce } from "../host/process-once.ts";
import { HostKeeper } from "./host-keeper.ts";
import type { HostMessage, HostOutcome, HostThreadData } from "../host/host-messages.ts";

const { signal, replies, marks } = workerData as HostThreadData;
setMarks(marks);
const keepers = new Map<string, HostKeeper>();

parentPort?.on("message", (message: HostMessage) => {
  void operate(message).then(answer);
});

async function operate(message: HostMessage): Promise<HostOutcome | HostFact> {
  if (message.kind === "http") return httpOnce(message.question);
  if (message.kind === "process") return processOnce(message.question);
  try {
    const { name } = message.launch;
    const keeper = keepers.get(name) ?? new HostKeeper();
    keepers.set(name, keeper);
    return await keeper.operate(message.launch, message.operation);
  } catch (thrown) {
    return { kind: "unstartable", because: String(thrown) };
  }
}

function answer(outcome: HostOutcome | HostFact): void {
  replies.postMessage(outcome, "bytes" in outcome ? transferable(outcome) : []);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}
