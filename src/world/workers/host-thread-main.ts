// The thread that holds real processes. The thread of the runs waits for each answer without
// turning its event loop, so that nothing else of the real world gets into a run meanwhile.
import { parentPort, workerData } from "node:worker_threads";
import { HostKeeper } from "./host-keeper.ts";
import type { HostMessage, HostOutcome, HostThreadData } from "./host-messages.ts";

const { signal, reply } = workerData as HostThreadData;
const keepers = new Map<string, HostKeeper>();

parentPort?.on("message", (message: HostMessage) => {
  void operate(message).then(answer);
});

async function operate(message: HostMessage): Promise<HostOutcome> {
  try {
    const { name } = message.launch;
    const keeper = keepers.get(name) ?? new HostKeeper();
    keepers.set(name, keeper);
    return await keeper.operate(message);
  } catch (thrown) {
    return { kind: "unstartable", because: String(thrown) };
  }
}

function answer(outcome: HostOutcome): void {
  const { written } = new TextEncoder().encodeInto(JSON.stringify(outcome), reply);
  Atomics.store(signal, 1, written);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}
