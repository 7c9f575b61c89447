import { exchangeHttp, portIn } from "./host-http.ts";
import type { BeginOperation } from "../host/host-messages.ts";
import type { HostLaunch, HostOperation, HostOutcome } from "../host/host-messages.ts";
import { HostProcess } from "./host-process.ts";

/** Holds the process of one worker over many runs. */
export class HostKeeper {
  #process: HostProcess | undefined;
  /** How many answers are still to come for requests that nobody waits for any more. */
  #owed = 0;
  #port = 0;

  /** Does what is asked; it never throws for what the worker does. */
  async operate(launch: HostLaunch, operation: HostOperation): Promise<HostOutcome> {
    switch (operation.kind) {
      case "begin":
        return this.#begin(launch, operation);
      case "start":
        return this.#start(launch);
      case "stop":
        await this.#stop();
        return { kind: "stopped" };
      case "exchange":
        return this.#exchange(launch, operation);
    }
  }

  async #begin(launch: HostLaunch, { how, text }: BeginOperation): Promise<HostOutcome> {
    if (how === "restart") return this.#start(launch);
    if (!this.#isUp) {
      const started = await this.#start(launch);
      if (started.kind !== "ready") return started;
    }
    if (text === undefined) return { kind: "ready" };
    const reset = await this.#exchange(launch, { kind: "exchange", text, disturbance: {} });
    return reset.kind === "answer" ? { kind: "ready" } : reset;
  }

  async #start(launch: HostLaunch): Promise<HostOutcome> {
    await this.#stop();
    const started = new HostProcess(launch);
    this.#process = started;
    if (!(await started.isSpawned)) return started.ended(launch.hangMs);
    const isHttp = launch.protocol === "http";
    const text = launch.ready ?? (isHttp ? ":" : undefined);
    if (text === undefined) return { kind: "ready" };
    for (;;) {
      const waited = await started.next(launch.hangMs);
      if (!("line" in waited)) return waited;
      const port = isHttp ? portIn(waited.line) : 0;
      if (!waited.line.includes(text) || port === undefined) continue;
      this.#port = port;
      return { kind: "ready" };
    }
  }

  async #stop(): Promise<void> {
    await this.#process?.kill();
    this.#process = undefined;
    this.#owed = 0;
  }

  get #isUp(): boolean {
    return this.#process !== undefined && !this.#process.hasEnded;
  }

  async #exchange(
    launch: HostLaunch,
    { text, disturbance }: Extract<HostOperation, { kind: "exchange" }>,
  ): Promise<HostOutcome> {
    const running = this.#process;
    if (running === undefined) return { kind: "unstartable", because: "it was not started" };
    if (disturbance.stop !== undefined) running.signal("SIGSTOP");
    if (launch.protocol === "http") {
      return exchangeHttp({ running, port: this.#port, launch, text, disturbance });
    }
    await running.write(text);
    if (disturbance.stop !== undefined) running.signal("SIGCONT");
    if (disturbance.stop === "silent") {
      this.#owed += 1;
      return { kind: "silent" };
    }
    const { killAfterMs } = disturbance;
    if (killAfterMs !== undefined) return running.killAfter(killAfterMs);
    for (; ; this.#owed -= 1) {
      const waited = await running.next(launch.hangMs);
      if (!("line" in waited)) return waited;
      if (this.#owed === 0) return { kind: "answer", text: waited.line };
    }
  }
}
