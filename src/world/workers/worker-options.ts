import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { WorkerOptions, WorkerProtocol } from "../../kernel/services/host-worker.ts";
import { hostProgram } from "../machine/environment.ts";
import type { HostLaunch, HostOperation } from "../host/host-messages.ts";

/** What a run needs to know of a worker; plain, so that a thread can be told. */
export interface WorkerPlan {
  readonly launch: HostLaunch;
  /** How long a request is waited for, in virtual time. */
  readonly timeoutMs: number;
  readonly restartsMax: number;
  /** What the run begins with. */
  readonly begin: HostOperation;
}

/** Checks what the user wrote and fills in what was left out. */
export function planWorker(options: WorkerOptions): WorkerPlan {
  const { name, command, protocol = "lines", eachRun = "restart" } = options;
  demand(isText(name), "`name` says what the worker is called", 'name: "kv"');
  demand(isText(command), "`command` names a program", 'command: "node", args: ["worker.mjs"]');
  demand(protocols.has(protocol), "`protocol` is one of three", `protocol: "json-lines"`);
  demand(isEachRun(eachRun), "`eachRun` is one of three", 'eachRun: { request: { op: "reset" } }');
  const { timeoutMs = 2_000, hangMs = 3_000, restartsMax = 10 } = options;
  for (const [key, value] of Object.entries({ timeoutMs, hangMs, restartsMax })) {
    demand(Number.isInteger(value) && value >= 0, `\`${key}\` is a whole number`, `${key}: 5`);
  }
  const { args = [], cwd = process.cwd(), ready } = options;
  const env = { ...(protocol === "http" ? { PORT: "0" } : {}), ...options.env };
  const launch = { name, command: hostProgram(command), args, cwd, env, protocol, ready, hangMs };
  return { launch, timeoutMs, restartsMax, begin: beginOf(eachRun, protocol) };
}

/** A request as the line that the worker is given. */
export function requestText(payload: unknown, protocol: WorkerProtocol): string {
  const isLine = protocol === "lines";
  const text: unknown = isLine ? payload : JSON.stringify(payload);
  demand(
    typeof text === "string" && !/[\r\n]/.test(text),
    isLine ? "a request is one line of text" : "a request is a value that JSON can hold",
    isLine ? 'worker.request("get a")' : 'worker.request({ op: "get", key: "a" })',
  );
  return String(text);
}

// --- inside ---

const protocols: ReadonlySet<WorkerProtocol> = new Set(["lines", "json-lines", "http"]);

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isEachRun(eachRun: unknown): boolean {
  if (eachRun === "restart" || eachRun === "keep") return true;
  return typeof eachRun === "object" && eachRun !== null && "request" in eachRun;
}

function beginOf(
  eachRun: NonNullable<WorkerOptions["eachRun"]>,
  protocol: WorkerProtocol,
): HostOperation {
  if (typeof eachRun === "string") return { kind: "begin", how: eachRun };
  return { kind: "begin", how: "keep", text: requestText(eachRun.request, protocol) };
}

function demand(isRight: boolean, what: string, help: string): void {
  if (isRight) return;
  throw new GauntletError({
    code: "W401",
    what: `\`world.worker\` was called wrongly: ${what}`,
    help: `write \`${help}\``,
  });
}
