import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  type HostWorker,
  WorkerError,
  type WorkerOptions,
} from "../../kernel/services/host-worker.ts";
import { seamOf } from "../seam.ts";
import type { Channel, SimWorld, WorldPart } from "../sim-world.ts";
import type { Disturbance, HostOutcome } from "../host/host-messages.ts";
import { readAnswer } from "./read-answer.ts";
import { RunHost } from "./run-host.ts";
import { planWorker, requestText, type WorkerPlan } from "./worker-options.ts";

/** The session of this run with a worker of the user's; the same name gives the same session. */
export function worker(world: SimWorld, options: WorkerOptions): HostWorker {
  const plan = planWorker(options);
  const sessions = world.part(sessionsPart);
  const { name } = plan.launch;
  const known = sessions.get(name);
  if (known === undefined) {
    const session = new WorkerSession(world, plan);
    sessions.set(name, session);
    return session;
  }
  if (JSON.stringify(known.plan) === JSON.stringify(plan)) return known;
  throw new GauntletError({
    code: "W401",
    what: `two workers of one run are called \`${name}\``,
    help: "give each its own `name`",
  });
}

// --- inside ---

const sessionsPart: WorldPart<Map<string, WorkerSession>> = {
  name: "workers",
  make: () => new Map<string, WorkerSession>(),
};

const requestSeam = seamOf("world:worker.request");

/** What a fault sees of a request, and what it may say about it. */
interface RequestInfo extends Disturbance {
  readonly worker: string;
  readonly request: number;
  readonly text: string;
  /** Kill the process before it is given the request. */
  readonly killFirst?: boolean;
}

class WorkerSession implements HostWorker {
  readonly plan: WorkerPlan;
  readonly #world: SimWorld;
  readonly #host: RunHost;
  readonly #title: string;
  /** Lines come back in order; answers of HTTP need not. */
  readonly #channel: Channel | undefined;
  #hasBegun = false;
  #isUp = false;
  #requests = 0;
  restarts = 0;

  constructor(world: SimWorld, plan: WorkerPlan) {
    this.plan = plan;
    this.#world = world;
    this.#host = new RunHost(world, plan.launch);
    this.#title = `worker ${plan.launch.name}`;
    this.#channel = plan.launch.protocol === "http" ? undefined : { name: this.#title, lastUs: 0 };
  }

  request(payload: unknown): Promise<unknown> {
    const { timeoutMs } = this.plan;
    const { name, protocol } = this.plan.launch;
    const text = requestText(payload, protocol);
    const request = (this.#requests += 1);
    // Made now, so that its stack is that of the call.
    const late = new WorkerError(
      `the worker \`${name}\` did not answer request ${request} within ${timeoutMs} ms`,
      "ETIMEDOUT",
    );
    return new Promise((resolve, reject) => {
      const timer = this.#world.after(timeoutMs * 1_000, `${this.#title} timeout`, () => {
        this.#note(`request ${request} timed out`);
        reject(late);
      });
      const read = (raw: string): unknown => readAnswer(raw, { name, request, protocol, late });
      const info: RequestInfo = { worker: name, request, text };
      this.#throughFaults(info)
        .then(read)
        .finally(() => (timer.fire = undefined))
        .then(resolve, reject);
    });
  }

  async restart(): Promise<void> {
    this.#begin();
    this.#restart();
    await this.#arrival("start");
  }

  async stop(): Promise<void> {
    if (!this.#isUp) return;
    this.#host.ask({ kind: "stop" });
    this.#isUp = false;
    this.#note("stopped");
    await this.#arrival("stop");
  }

  /** Not async itself: a fault that is thrown must become a rejection, and no turn may pass. */
  #throughFaults(info: RequestInfo): Promise<string> {
    try {
      const exchange = (told: unknown): unknown => this.#exchange(told as RequestInfo);
      return Promise.resolve(requestSeam.call(this, [info], exchange) as Promise<string>);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  #exchange(info: RequestInfo): Promise<string> {
    const { request, text, killFirst = false, killAfterMs, stop } = info;
    // What comes after a failure is not in its trace, so it may not depend on the process.
    if (this.#world.isBroken()) throw this.#error("is not asked any more: the run has failed");
    this.#begin();
    if (killFirst && this.#isUp) {
      this.#host.ask({ kind: "stop" });
      this.#isUp = false;
      this.#note(`killed before request ${request}`);
    }
    if (!this.#isUp) this.#restart();
    this.#note(`request ${request}: ${clip(text)}`);
    const disturbance = {
      ...(killAfterMs === undefined ? {} : { killAfterMs }),
      ...(stop === undefined ? {} : { stop }),
    };
    return this.#settle(request, this.#host.ask({ kind: "exchange", text, disturbance }));
  }

  #settle(request: number, outcome: HostOutcome): Promise<string> {
    switch (outcome.kind) {
      case "answer":
        this.#note(`answer ${request}: ${clip(outcome.text)}`);
        return this.#arrival("answer").then(() => outcome.text);
      case "silent":
        this.#note(`stopped in request ${request}, and continued when nobody waited any more`);
        return new Promise(() => {}); // the time limit of the request ends the wait
      case "timeout":
        this.#isUp = false;
        this.#note(`killed: no answer to request ${request} in time`);
        return new Promise(() => {});
      default: {
        this.#isUp = false;
        const error = this.#error(`${endText(outcome)} in request ${request}`);
        this.#note(`${endText(outcome)} in request ${request}`);
        return this.#arrival("end").then(() => {
          throw error;
        });
      }
    }
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#up(this.#host.ask(this.plan.begin));
    this.#note("session begins");
  }

  #restart(): void {
    const { restartsMax } = this.plan;
    if (this.restarts >= restartsMax) throw this.#error(`was restarted ${restartsMax} times`);
    this.restarts += 1;
    this.#up(this.#host.ask({ kind: "start" }));
    this.#note(`started again (${this.restarts})`);
  }

  #up(outcome: HostOutcome): void {
    this.#isUp = outcome.kind === "ready";
    if (!this.#isUp) throw unstartable(this.plan, outcome);
  }

  /** When what happened gets to the code that asked is decided, as for every completion. */
  #arrival(what: string): Promise<void> {
    return new Promise((resolve) => {
      this.#world.complete(`${this.#title} ${what}`, resolve, this.#channel);
    });
  }

  #note(detail: string): void {
    this.#world.onNote(this.#title, detail);
  }

  #error(what: string): WorkerError {
    return new WorkerError(`the worker \`${this.plan.launch.name}\` ${what}`, "EWORKERENDED");
  }
}

const textShownMax = 200;

function clip(text: string): string {
  return text.length > textShownMax ? `${text.slice(0, textShownMax)}…` : text;
}

function endText(outcome: HostOutcome): string {
  if (outcome.kind === "too long") return "was killed for an answer that is too long";
  if (outcome.kind === "unstartable") return `was not there (${outcome.because})`;
  if (outcome.kind !== "ended") return outcome.kind;
  const { exitCode, signal, said } = outcome;
  const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
  return said === "" ? how : `${how} (${said})`;
}

function unstartable({ launch }: WorkerPlan, outcome: HostOutcome): GauntletError {
  const { name, command, args, ready, hangMs } = launch;
  const waited = ready === undefined ? "" : `: its output never had \`${ready}\``;
  return new GauntletError({
    code: "W402",
    what: `the worker \`${name}\` could not be started`,
    note:
      outcome.kind === "timeout"
        ? `it was not ready within ${hangMs} ms${waited}`
        : `it ${endText(outcome)}`,
    help: `try it by hand: ${[command, ...args].join(" ")}`,
  });
}
