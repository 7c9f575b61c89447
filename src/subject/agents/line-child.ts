import type { Readable, Writable } from "node:stream";
import type { AgentError } from "../../kernel/agent/agent-input.ts";
import type { AskLimits } from "./agent.ts";
import { type ChildGroup, endOf } from "./child-group.ts";
import { tooLarge, tooLate } from "./send-request.ts";

/** What a line of a process was, or why none came. */
export type LineAnswer<Value> =
  | { readonly value: Value; readonly error: undefined }
  | { readonly value: undefined; readonly error: AgentError; readonly text: string };

/** A process that is given lines and gives lines; one question at a time. */
export class LineChild {
  readonly #group: ChildGroup;
  readonly #input: Writable;
  #left = "";
  #listen: ((line: string) => void) | undefined;
  #overflow: (() => void) | undefined;
  #bytesMax = Number.POSITIVE_INFINITY;

  constructor(group: ChildGroup, { input, output }: { input: Writable; output: Readable }) {
    this.#group = group;
    this.#input = input;
    input.on("error", () => {}); // how it ended is told by its end
    output.on("error", () => {});
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => this.#read(chunk));
  }

  get hasEnded(): boolean {
    return this.#group.hasEnded;
  }

  /** Writes a line without waiting for one. */
  tell(line: string): void {
    this.#input.write(`${line}\n`);
  }

  /** Writes a line and waits for one that is accepted; a process that gives none is ended. */
  async ask<Value>(
    line: string,
    accept: (line: string) => Value | undefined,
    limits: AskLimits & { readonly signal: AbortSignal },
  ): Promise<LineAnswer<Value>> {
    const answer = await this.#exchange(line, accept, limits);
    if (answer.error !== undefined) await this.#group.stop();
    return answer;
  }

  /** Ends the process. */
  stop(): Promise<void> {
    return this.#group.stop();
  }

  #exchange<Value>(
    line: string,
    accept: (line: string) => Value | undefined,
    { timeoutMs, answerBytesMax, signal }: AskLimits & { readonly signal: AbortSignal },
  ): Promise<LineAnswer<Value>> {
    return new Promise((resolve) => {
      const finish = (answer: LineAnswer<Value>): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        this.#listen = undefined;
        this.#overflow = undefined;
        resolve(answer);
      };
      const fail = (error: AgentError): void =>
        finish({ value: undefined, error, text: this.#left.slice(0, answerBytesMax) });
      const stop = (): void => fail({ kind: "ended", message: "the run was stopped" });
      const timer = setTimeout(() => fail(tooLate(timeoutMs)), timeoutMs);
      signal.addEventListener("abort", stop);
      this.#bytesMax = answerBytesMax;
      this.#listen = (got) => {
        const value = accept(got);
        if (value !== undefined) finish({ value, error: undefined });
      };
      this.#overflow = () => fail(tooLarge(answerBytesMax));
      void this.#group.ended.then((how) => fail(this.#endError(how)));
      if (signal.aborted) stop();
      else this.tell(line);
    });
  }

  #endError(how: string): AgentError {
    const { said, process } = this.#group;
    if (process.pid === undefined) return { kind: "unreachable", message: how }; // never started
    const ended = `the agent ended: ${how}`;
    return { kind: "ended", message: said === "" ? ended : `${ended}: ${endOf(said)}` };
  }

  #read(chunk: string): void {
    this.#left += chunk;
    for (let end = this.#left.indexOf("\n"); end !== -1; end = this.#left.indexOf("\n")) {
      const line = this.#left.slice(0, end);
      this.#left = this.#left.slice(end + 1);
      if (line.trim() !== "") this.#listen?.(line);
    }
    if (this.#left.length > this.#bytesMax) this.#overflow?.();
  }
}
