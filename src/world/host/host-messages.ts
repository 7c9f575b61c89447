import type { MessagePort } from "node:worker_threads";
import type { WorkerProtocol } from "../../kernel/services/host-worker.ts";
import type { HttpQuestion, ProcessQuestion } from "./host-question.ts";

/** How a worker is started. */
export interface HostLaunch {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly protocol: WorkerProtocol;
  readonly ready: string | undefined;
  /** How long a start or an answer may take, in real time. */
  readonly hangMs: number;
}

/** What is done to the process while it has a request. */
export interface Disturbance {
  /** Kill the group once the request is handed over and so many real milliseconds are over. */
  readonly killAfterMs?: number;
  /** Stop the group before the request is handed over; `silent` does not wait for the answer. */
  readonly stop?: "silent" | "brief";
}

/** What a run begins with: a new process, or the one there is, to which the text is sent. */
export interface BeginOperation {
  readonly kind: "begin";
  readonly how: "restart" | "keep";
  readonly text?: string;
}

/** One thing that is asked of the thread that holds the processes. */
export type HostOperation =
  | BeginOperation
  | { readonly kind: "start" }
  | { readonly kind: "stop" }
  | { readonly kind: "exchange"; readonly text: string; readonly disturbance: Disturbance };

/** What came of an operation: a fact of the host, plain, and the same for the same behaviour. */
export type HostOutcome =
  | { readonly kind: "ready" }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "silent" }
  | { readonly kind: "timeout" }
  | { readonly kind: "stopped" }
  | { readonly kind: "too long" }
  | { readonly kind: "unstartable"; readonly because: string }
  | {
      readonly kind: "ended";
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The last line of its standard error, where it ended by itself. */
      readonly said: string;
    };

/** What is sent to the thread: something for a worker that stays, or a question asked once. */
export type HostMessage =
  | { readonly kind: "worker"; readonly launch: HostLaunch; readonly operation: HostOperation }
  | { readonly kind: "process"; readonly question: ProcessQuestion }
  | { readonly kind: "http"; readonly question: HttpQuestion };

/** What the thread is given when it starts: where it says that it is done, and what came of it. */
export interface HostThreadData {
  /** Place 0 counts answers. */
  readonly signal: Int32Array;
  /** Each answer is there before it is counted. */
  readonly replies: MessagePort;
  /** What real processes are marked with besides; the thread does not see them itself. */
  readonly marks: string;
}

/** The longest answer that a run can be given, in characters. */
export const answerLengthMax: number = 1024 * 1024;
