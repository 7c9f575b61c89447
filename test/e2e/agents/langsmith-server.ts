import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A run as LangSmith keeps it. */
export interface KeptRun {
  readonly id: string;
  readonly session_id: string;
  readonly trace_id: string;
  readonly start_time: string;
  readonly error?: string | null;
  readonly parent_run_id?: string | null;
  readonly [field: string]: unknown;
}

/** What a request asked for. */
export interface SeenRequest {
  readonly route: string;
  readonly key: unknown;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the server knows. */
export interface Kept {
  readonly key: string;
  /** Ids by name. */
  readonly projects: Readonly<Record<string, string>>;
  readonly runs: readonly KeptRun[];
}

/** A server on loopback that speaks as much of LangSmith's API as an import asks for. */
export class LangsmithServer {
  readonly seen: SeenRequest[] = [];
  /** Answers instead of the API, where it is set. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  readonly #server: Server;
  readonly #kept: Kept;

  private constructor(kept: Kept) {
    this.#kept = kept;
    this.#server = createServer((request, response) => {
      void this.#handle(request, response);
    });
  }

  static async open(kept: Kept): Promise<LangsmithServer> {
    const server = new LangsmithServer(kept);
    await new Promise<void>((resolve) => {
      server.#server.listen(0, "127.0.0.1", resolve);
    });
    return server;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of request) pieces.push(piece as Uint8Array);
    const text = Buffer.concat(pieces).toString();
    const body = text === "" ? {} : (JSON.parse(text) as SeenRequest["body"]);
    const route = `${request.method} ${request.url}`;
    this.seen.push({ route, key: request.headers["x-api-key"], body });
    if (this.answer !== undefined) return this.answer(request, response);
    const [status, answer] = this.#answerTo(request, body);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  }

  #answerTo(request: IncomingMessage, body: SeenRequest["body"]): readonly [number, unknown] {
    const { key, projects, runs } = this.#kept;
    if (request.headers["x-api-key"] !== key) return [401, { detail: "Invalid token" }];
    const url = new URL(request.url ?? "", this.endpoint);
    if (url.pathname === "/api/v1/sessions") {
      const id = projects[url.searchParams.get("name") ?? ""];
      return [200, id === undefined ? [] : [{ id, name: url.searchParams.get("name") }]];
    }
    if (url.pathname === "/api/v1/runs/query") return [200, pageOf(runs, body)];
    const run = runs.find(({ id }) => url.pathname === `/api/v1/runs/${id}`);
    return run === undefined ? [404, { detail: "Run not found" }] : [200, run];
  }
}

// --- inside ---

function pageOf(runs: readonly KeptRun[], body: SeenRequest["body"]): unknown {
  const sessions = body["session"] as readonly string[];
  const fitting = runs.filter((run) => {
    const isRoot = (run.parent_run_id ?? null) === null;
    return (
      sessions.includes(run.session_id) &&
      isRoot === body["is_root"] &&
      (body["trace"] === undefined || body["trace"] === run.trace_id) &&
      (body["error"] === undefined || body["error"] === ((run.error ?? null) !== null)) &&
      (body["start_time"] === undefined || run.start_time >= (body["start_time"] as string)) &&
      (body["end_time"] === undefined || run.start_time <= (body["end_time"] as string))
    );
  });
  const from = Number(body["cursor"] ?? 0);
  const to = from + Number(body["limit"]);
  const next = to < fitting.length ? String(to) : null;
  return { runs: fitting.slice(from, to), cursors: { next, prev: null } };
}
