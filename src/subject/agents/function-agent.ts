import { fileURLToPath } from "node:url";
import type { Duplex } from "node:stream";
import type { AgentAnswer, AgentError, AgentInput } from "../../kernel/agent/agent-input.ts";
import { assert } from "../../kernel/errors/assert.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  type Agent,
  type AgentWires,
  type AskLimits,
  type AskOptions,
  askTurns,
  failed,
  type Outcome,
  timed,
} from "./agent.ts";
import { childEnvironment, ChildGroup } from "./child-group.ts";
import { answerInData } from "./find-answer.ts";
import type { HostCall, HostReply } from "./function-host.ts";
import { LineChild } from "./line-child.ts";
import { tooLarge } from "./send-request.ts";

/** A function of the user. */
export interface FunctionReference {
  readonly file: string;
  readonly exportName: string;
}

/** How functions are called. */
export interface FunctionOptions {
  readonly wires: AgentWires;
  readonly limits: AskLimits;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Calls functions of the user in a process of their own; a new one is started where it ended. */
export class FunctionProcess {
  readonly #options: FunctionOptions;
  #child: LineChild | undefined;
  #calls = 0;

  constructor(options: FunctionOptions) {
    this.#options = options;
  }

  /** Throws where there is no such function, or its module cannot be loaded. */
  async probe(place: FunctionReference, where: string, signal: AbortSignal): Promise<void> {
    const problem = await this.ready(place, signal);
    if (problem === undefined) return;
    throw new GauntletError({
      code: "A006",
      what: `\`${place.exportName}\` of \`${place.file}\` cannot be called`,
      where,
      note: problem.error?.message,
      help: "export a function of that name, and let its module load",
    });
  }

  /** Starts a process and loads the module where none has it, so that no answer has to wait. */
  async ready(place: FunctionReference, signal: AbortSignal): Promise<Outcome | undefined> {
    if (this.#child !== undefined && !this.#child.hasEnded) return undefined;
    const reply = await this.#call({ ...place, isProbe: true, args: [] }, signal, startMsMax);
    if ("value" in reply) return undefined;
    return "thrown" in reply ? failed("ended", reply.thrown) : reply;
  }

  /** Calls a function; what it throws is what the agent says. */
  async call(
    place: FunctionReference,
    args: readonly unknown[],
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | Outcome> {
    const { timeoutMs } = this.#options.limits;
    const reply = await this.#call({ ...place, isProbe: false, args }, signal, timeoutMs);
    if (!("thrown" in reply)) return reply;
    return failed("reported", reply.thrown, "");
  }

  async close(): Promise<void> {
    await this.#child?.stop();
  }

  async #call(
    call: Omit<HostCall, "id">,
    signal: AbortSignal,
    timeoutMs: number,
  ): Promise<{ readonly value: unknown } | { readonly thrown: string } | Outcome> {
    this.#calls += 1;
    const id = this.#calls;
    const { limits } = this.#options;
    // JSON writes some characters with six; the text itself is measured below.
    const answerBytesMax = limits.answerBytesMax * 6 + 1_024;
    const answer = await this.#running().ask(
      JSON.stringify({ ...call, id }),
      (line) => {
        const reply = JSON.parse(line) as HostReply;
        return reply.id === id ? reply : undefined;
      },
      { timeoutMs, answerBytesMax, signal },
    );
    if (answer.error !== undefined) return { text: "", error: ownLimit(answer.error, limits) };
    return answer.value;
  }

  #running(): LineChild {
    if (this.#child !== undefined && !this.#child.hasEnded) return this.#child;
    const { cwd, env, wires } = this.#options;
    const group = new ChildGroup([process.execPath, hostFile], {
      cwd,
      env: childEnvironment(env, wires),
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    const pipe = group.process.stdio[3] as Duplex | null | undefined;
    assert(pipe !== null && pipe !== undefined, "a process that is given a pipe has one");
    this.#child = new LineChild(group, { input: pipe, output: pipe });
    return this.#child;
  }
}

/** An agent that is a function. */
export class FunctionAgent implements Pick<Agent, "ask"> {
  readonly #place: FunctionReference;
  readonly #process: FunctionProcess;
  readonly #limits: AskLimits;

  constructor(place: FunctionReference, process: FunctionProcess, limits: AskLimits) {
    this.#place = place;
    this.#process = process;
    this.#limits = limits;
  }

  ask(input: AgentInput, how: AskOptions): Promise<AgentAnswer> {
    const { session, signal } = how;
    return askTurns(input, how, async ({ prompt, history }) => {
      const problem = await this.#process.ready(this.#place, signal);
      if (problem !== undefined) return { ...problem, ms: 0 };
      return timed(async () => {
        const args = [prompt, { session, history }];
        const came = await this.#process.call(this.#place, args, signal);
        return "value" in came ? bounded(answerInData(came.value, undefined), this.#limits) : came;
      });
    });
  }
}

/** An answer that is cut where it is too large. */
export function bounded(outcome: Outcome, { answerBytesMax }: AskLimits): Outcome {
  if (Buffer.byteLength(outcome.text) <= answerBytesMax) return outcome;
  const text = Buffer.from(outcome.text).subarray(0, answerBytesMax).toString();
  return { ...outcome, text, error: tooLarge(answerBytesMax) };
}

/** Names the limit of the text where a larger one, of the line around it, was passed. */
export function ownLimit(error: AgentError, { answerBytesMax }: AskLimits): AgentError {
  return error.kind === "too-large" ? tooLarge(answerBytesMax) : error;
}

// --- inside ---

const startMsMax = 60_000; // a module may load a framework or two

/** From src/ and from dist/ alike this is the compiled file: Node runs no TypeScript of ours. */
const hostFile = fileURLToPath(
  new URL("../../../dist/subject/agents/function-host-entry.js", import.meta.url),
);
