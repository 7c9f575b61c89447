/** How a worker is spoken to. */
export type WorkerProtocol = "lines" | "json-lines" | "http";

/** A real process of the user's that is started once and asked many times. */
export interface WorkerOptions {
  /** What the trace and the faults call it. */
  readonly name: string;
  readonly command: string;
  readonly args?: readonly string[];
  /** The project root where it is left out. */
  readonly cwd?: string;
  /** Added to the environment of the run. */
  readonly env?: Readonly<Record<string, string>>;
  /** One line a request and an answer, one JSON value a line, or HTTP; lines where left out. */
  readonly protocol?: WorkerProtocol;
  /** A text in the line of standard output with which the worker says that it is ready. */
  readonly ready?: string;
  /** How long an answer may take, in virtual time; 2,000 where left out. */
  readonly timeoutMs?: number;
  /** Who takes longer, in real time, is taken for hung and killed; 3,000 where left out. */
  readonly hangMs?: number;
  /** How often it is started again within a run; 10 where left out. */
  readonly restartsMax?: number;
  /**
   * What happens to the process between two runs: it is started anew (where left out), asked to
   * forget with a request, or kept with whatever it remembers.
   */
  readonly eachRun?: "restart" | "keep" | { readonly request: unknown };
}

/** A request to a worker that speaks HTTP. */
export interface WorkerHttpRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a worker that speaks HTTP answered. */
export interface WorkerHttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The session of one run with a worker. */
export interface HostWorker {
  /** Asks and waits for the answer; requests are taken one after the other. */
  request(payload: unknown): Promise<unknown>;
  /** Ends the process and starts it again. */
  restart(): Promise<void>;
  /** Ends the process; the next request starts it again. */
  stop(): Promise<void>;
  /** How often the process was started again in this run. */
  readonly restarts: number;
}

/** Why a request to a worker got no answer. */
export type WorkerErrorCode = "EWORKERENDED" | "EWORKEROUTPUT" | "ETIMEDOUT";

/** A request to a worker that failed. */
export class WorkerError extends Error {
  override readonly name: string = "WorkerError";
  readonly code: WorkerErrorCode;

  constructor(message: string, code: WorkerErrorCode) {
    super(message);
    this.code = code;
  }
}
