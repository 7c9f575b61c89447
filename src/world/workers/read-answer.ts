import {
  type WorkerHttpAnswer,
  WorkerError,
  type WorkerProtocol,
} from "../../kernel/services/host-worker.ts";
import { seamOf } from "../seam.ts";

/** Which request an answer belongs to. */
export interface AnsweredRequest {
  readonly name: string;
  readonly request: number;
  readonly protocol: WorkerProtocol;
  /** An error made at the call, whose stack says who asked. */
  readonly late: WorkerError;
}

/** Sends what the worker wrote through the faults of its output, and reads it. */
export function readAnswer(raw: string, asked: AnsweredRequest): unknown {
  if (asked.protocol === "lines") return disturbed(raw, asked);
  if (asked.protocol === "http") {
    const answer = JSON.parse(raw) as WorkerHttpAnswer;
    return { ...answer, body: disturbed(answer.body, asked) };
  }
  const text = disturbed(raw, asked);
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(asked);
  }
}

// --- inside ---

const outputSeam = seamOf("world:worker.output");

function disturbed(text: string, { name, request }: AnsweredRequest): string {
  const info = { worker: name, request, sync: true };
  return String(outputSeam.call(undefined, [info], () => text));
}

function unreadable({ name, request, late }: AnsweredRequest): WorkerError {
  const message = `the worker \`${name}\` answered request ${request} with something not JSON`;
  const error = new WorkerError(message, "EWORKEROUTPUT");
  const frames = late.stack?.slice(late.stack.indexOf("\n")) ?? "";
  error.stack = `${error.name}: ${message}${frames}`;
  return error;
}
