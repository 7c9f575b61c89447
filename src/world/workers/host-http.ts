import { type IncomingMessage, request } from "node:http";
import type { WorkerHttpAnswer, WorkerHttpRequest } from "../../kernel/services/host-worker.ts";
import { timerMs } from "../../kernel/values/timer-limit.ts";
import { answerLengthMax, type HostLaunch, type HostOutcome } from "../host/host-messages.ts";
import type { Disturbance } from "../host/host-messages.ts";
import type { HostProcess } from "./host-process.ts";

/** One request over HTTP and what it needs. */
export interface HttpExchange {
  readonly running: HostProcess;
  readonly port: number;
  readonly launch: HostLaunch;
  /** A `WorkerHttpRequest` as JSON. */
  readonly text: string;
  readonly disturbance: Disturbance;
}

/** Asks a worker that listens on a port of this machine. */
export async function exchangeHttp(exchange: HttpExchange): Promise<HostOutcome> {
  const { running, launch, disturbance } = exchange;
  const { killAfterMs, stop } = disturbance;
  const sent = send(exchange);
  await sent.handedOver;
  if (stop !== undefined) running.signal("SIGCONT");
  if (stop === "silent") return { kind: "silent" };
  if (killAfterMs !== undefined) return running.killAfter(killAfterMs);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<HostOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "timeout" }), timerMs(launch.hangMs));
  });
  const outcome = await Promise.race([sent.answer, timeout]);
  clearTimeout(timer);
  if (outcome === undefined) return running.ended(launch.hangMs);
  if (outcome.kind !== "answer") await running.kill();
  return outcome;
}

/** The port in a line such as `listening on http://127.0.0.1:41873`. */
export function portIn(line: string): number | undefined {
  const digits = /:(\d{2,5})\b/.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

// --- inside ---

interface Sent {
  /** Settles when the request is with the host's network, or cannot get there. */
  readonly handedOver: Promise<void>;
  /** Undefined where the connection broke: the worker ended or is about to. */
  readonly answer: Promise<HostOutcome | undefined>;
}

function send({ port, text }: HttpExchange): Sent {
  const { method = "GET", path, headers = {}, body = "" } = JSON.parse(text) as WorkerHttpRequest;
  const call = request({ host: "127.0.0.1", port, method, path, headers, agent: false });
  const answer = new Promise<HostOutcome | undefined>((resolve) => {
    call.on("error", () => resolve(undefined));
    call.on("response", (response) => void readAnswer(response).then(resolve));
  });
  const flushed = new Promise<void>((resolve) => call.end(body, () => resolve()));
  return { handedOver: Promise.race([flushed, answer.then(() => {})]), answer };
}

async function readAnswer(response: IncomingMessage): Promise<HostOutcome | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > answerLengthMax) return { kind: "too long" };
    }
  } catch {
    return undefined;
  }
  const body = Buffer.concat(chunks).toString("utf8");
  const answer: WorkerHttpAnswer = {
    status: response.statusCode ?? 0,
    headers: steadyHeaders(response),
    body,
  };
  return { kind: "answer", text: JSON.stringify(answer) };
}

/** Headers that tell of the moment and of the connection would make no two runs alike. */
function steadyHeaders({ headers }: IncomingMessage): Record<string, string> {
  const steady = Object.entries(headers).filter(([name]) => !passingHeaders.has(name));
  return Object.fromEntries(steady.map(([name, value]) => [name, String(value)]));
}

const passingHeaders: ReadonlySet<string> = new Set(["date", "connection", "keep-alive"]);
