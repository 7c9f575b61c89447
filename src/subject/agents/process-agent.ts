import type { AgentAnswer, AgentInput } from "../../kernel/agent/agent-input.ts";
import { assert } from "../../kernel/errors/assert.ts";
import type { AgentReach } from "../../config/agent/agent-config.ts";
import {
  type Agent,
  type AskLimits,
  type AskOptions,
  askTurns,
  type Outcome,
  timed,
  type Turn,
} from "./agent.ts";
import { ChildGroup, type ChildOptions } from "./child-group.ts";
import { findAnswer } from "./find-answer.ts";
import { bounded, ownLimit } from "./function-agent.ts";
import { LineChild } from "./line-child.ts";
import { runOnce } from "./run-once.ts";
import { fillText } from "./request-template.ts";

/** How a process is asked; variables are filled. */
export type ProcessReach = Extract<AgentReach, { readonly type: "process" }>;

/** An agent that is a program: one process for each prompt, or one that reads and writes lines. */
export class ProcessAgent implements Pick<Agent, "ask"> {
  readonly #reach: ProcessReach;
  readonly #limits: AskLimits;
  readonly #place: Pick<ChildOptions, "cwd" | "env">;
  #child: LineChild | undefined;

  constructor(reach: ProcessReach, limits: AskLimits, place: Pick<ChildOptions, "cwd" | "env">) {
    this.#reach = reach;
    this.#limits = limits;
    this.#place = place;
  }

  ask(input: AgentInput, how: AskOptions): Promise<AgentAnswer> {
    const askOne = this.#reach.protocol === "lines" ? this.#askLine : this.#askOnce;
    return askTurns(input, how, (turn) => timed(() => askOne.call(this, turn, how)));
  }

  async close(): Promise<void> {
    await this.#child?.stop();
  }

  #askOnce({ prompt, history }: Turn, { session, signal }: AskOptions): Promise<Outcome> {
    const values = { prompt, session, history, fields: new Map<string, string>() };
    const { command } = this.#reach;
    const isArgument = command.some((part) => part.includes("{prompt}"));
    const filled = command.map((part) => fillText(part, values));
    return runOnce(
      { command: filled, input: isArgument ? "" : prompt, ...this.#place },
      { ...this.#limits, signal },
    );
  }

  async #askLine({ prompt, history }: Turn, { session, signal }: AskOptions): Promise<Outcome> {
    const question = JSON.stringify({ prompt, session, history });
    const limits = { ...this.#limits, answerBytesMax: this.#limits.answerBytesMax * 6, signal };
    const answer = await this.#running().ask(question, (line) => line, limits);
    if (answer.error !== undefined) {
      const text = answer.text.slice(0, this.#limits.answerBytesMax);
      return { text, error: ownLimit(answer.error, this.#limits) };
    }
    return bounded(findAnswer({ text: answer.value }, undefined), this.#limits);
  }

  #running(): LineChild {
    if (this.#child !== undefined && !this.#child.hasEnded) return this.#child;
    const stdio = ["pipe", "pipe", "pipe"] as const;
    const group = new ChildGroup(this.#reach.command, { ...this.#place, stdio: [...stdio] });
    const { stdin, stdout } = group.process;
    assert(stdin !== null && stdout !== null, "a process that is given pipes has them");
    this.#child = new LineChild(group, { input: stdin, output: stdout });
    return this.#child;
  }
}
