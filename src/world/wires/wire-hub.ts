import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { FaultPlan } from "../../kernel/agent/fault-plan.ts";
import type { SecretMask } from "../../kernel/agent/secret-mask.ts";
import { WireScope } from "./wire-scope.ts";

/** One request of an agent on its way to a model, a tool or another agent. */
export interface WireExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whose request it is. */
  readonly agent: string;
  /** What follows the route in the address, with its query: `/v1/messages?beta=true`. */
  readonly path: string;
  /** The conversation during which it began; it keeps it, even if another one begins meanwhile. */
  readonly scope: WireScope;
  /** Aborted when the agent goes away. */
  readonly signal: AbortSignal;
}

/** Answers the requests below `/<agent>/<name>/`. */
export interface WireRoute {
  readonly name: string;
  handle(exchange: WireExchange): Promise<void>;
}

/** One listener on loopback through which everything passes that an agent asks others. */
export class WireHub {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #routes: ReadonlyMap<string, WireRoute>;
  readonly #mask: SecretMask;
  /** What is on its way, and for which conversation. */
  readonly #open = new Map<Promise<void>, WireScope>();
  #scope: WireScope;

  private constructor(routes: readonly WireRoute[], mask: SecretMask) {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
    this.#mask = mask;
    this.#scope = this.#idle();
    this.#server = createServer((request, response) => {
      this.#track(this.#handle(request, response));
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server.requestTimeout = 0; // a slow agent is a subject, not an attack
  }

  /** Opens the listener; port 0 takes a free one. */
  static async open(
    routes: readonly WireRoute[],
    options: { readonly mask: SecretMask; readonly port?: number },
  ): Promise<WireHub> {
    const hub = new WireHub(routes, options.mask);
    await new Promise<void>((resolve, reject) => {
      hub.#server.once("error", reject);
      hub.#server.listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    return hub;
  }

  /** The address of a route for an agent, without a slash at the end. */
  urlFor(agent: string, route: string): string {
    return `${this.origin}/${encodeURIComponent(agent)}/${encodeURIComponent(route)}`;
  }

  get origin(): string {
    // It listens on a port, so its address is not a path.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** The conversation that requests belong to now. */
  get scope(): WireScope {
    return this.#scope;
  }

  /** From now on, requests belong to this conversation. */
  begin(scope: WireScope): void {
    this.#scope = scope;
  }

  /** From now on, requests belong to none: they pass and nothing strikes. */
  end(): void {
    this.#scope = this.#idle();
  }

  /**
   * Waits until all that a conversation asked is answered or given up, and so in its journal: an
   * agent may answer before the wire has seen that it went away. What an agent leaves open is not
   * waited for much longer.
   */
  async settled(scope: WireScope): Promise<void> {
    const stop = new AbortController();
    const late = wait(settleMs, undefined, { signal: stop.signal }).catch(() => undefined);
    const own = [...this.#open].filter(([, its]) => its === scope).map(([done]) => done);
    await Promise.race([Promise.all(own), late]);
    stop.abort();
  }

  /** Closes the listener and every connection. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #idle(): WireScope {
    const plan = new FaultPlan([], { seed: 0, cell: "" });
    return new WireScope({ plan, mask: this.#mask, canary: "", now: () => 0, directTools: [] });
  }

  #track(handled: Promise<void>): void {
    const done = handled.finally(() => this.#open.delete(done));
    this.#open.set(done, this.#scope);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, agent = "", name = "", rest = ""] =
      /^\/([^/?]*)\/([^/?]*)(.*)$/su.exec(request.url ?? "") ?? [];
    const route = this.#routes.get(decoded(name));
    if (route === undefined) {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "Gauntlet has no such route" } }));
      return;
    }
    const gone = new AbortController();
    response.once("close", () => {
      // An answer that was given whole is nobody going away, and an abort is not for nothing.
      if (!response.writableFinished) gone.abort();
    });
    const path = rest.startsWith("/") ? rest : `/${rest}`;
    const exchange = { request, response, agent: decoded(agent), path, scope: this.#scope };
    try {
      await route.handle({ ...exchange, signal: gone.signal });
    } catch (thrown) {
      if (gone.signal.aborted) return;
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      if (!response.headersSent) response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: this.#mask.text(message) } }));
    }
  }
}

// --- inside ---

/** Whoever gives up closes the connection at once; this is for those who do not. */
const settleMs = 250;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
