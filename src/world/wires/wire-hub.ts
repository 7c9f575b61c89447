import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { FaultPlan } from "../../kernel/agent/fault-plan.ts";
import type { SecretMask } from "../../kernel/secrets/secret-mask.ts";
import { LeftBaseError } from "./path-below.ts";
import { guardRequest, type Refusal } from "./request-guard.ts";
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

/** Answers the requests below `/<token>/<agent>/<name>/`. */
export interface WireRoute {
  readonly name: string;
  handle(exchange: WireExchange): Promise<void>;
}

/** How a hub is opened. */
export interface HubOptions {
  readonly mask: SecretMask;
  /** A port that the user wrote down; without one it is a free port. */
  readonly port?: number | undefined;
  /** What every address begins with; a new one unless the addresses are the user's own. */
  readonly token?: string | undefined;
}

/**
 * One listener on loopback through which everything passes that an agent asks others. What it
 * passes on gets the credentials of the project, so it answers only those it gave its address to.
 */
export class WireHub {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #routes: ReadonlyMap<string, WireRoute>;
  readonly #mask: SecretMask;
  /** What is on its way, and for which conversation. */
  readonly #open = new Map<Promise<void>, WireScope>();
  readonly #token: string | undefined;
  readonly #refused = new Map<string, number>();
  #scope: WireScope;

  private constructor(routes: readonly WireRoute[], { mask, port, token }: HubOptions) {
    this.#routes = new Map(routes.map((route) => [route.name, route]));
    this.#mask = mask;
    const isOwn = port === undefined;
    this.#token = token ?? (isOwn ? randomBytes(tokenBytes).toString("hex") : undefined);
    if (this.#token !== undefined) mask.learn(this.#token);
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

  /** Opens the listener. */
  static async open(routes: readonly WireRoute[], options: HubOptions): Promise<WireHub> {
    const hub = new WireHub(routes, options);
    await new Promise<void>((resolve, reject) => {
      hub.#server.once("error", reject);
      hub.#server.listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    return hub;
  }

  /** The address of a route for an agent, without a slash at the end. */
  urlFor(agent: string, route: string): string {
    const parts = [...(this.#token === undefined ? [] : [this.#token]), agent, route];
    return [`http://127.0.0.1:${this.#port}`, ...parts.map(encodeURIComponent)].join("/");
  }

  /** Which requests were let in by nobody, in sentences. */
  get refused(): readonly string[] {
    return [...this.#refused].map(([why, count]) => {
      const times = count === 1 ? "1 request was" : `${count} requests were`;
      return this.#mask.text(`${times} refused by the wires: ${why}`);
    });
  }

  get #port(): number {
    // It listens on a port, so its address is not a path.
    return (this.#server.address() as AddressInfo).port;
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

  #refuse(response: ServerResponse, { status, why }: Refusal): void {
    const known = this.#refused.get(why);
    // Whoever is refused chooses the words, so there is no end of them.
    const told = known === undefined && this.#refused.size >= reasonsMax ? "other reasons" : why;
    this.#refused.set(told, (this.#refused.get(told) ?? 0) + 1);
    response.writeHead(status, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ error: { message: `Gauntlet refused this request: ${why}` } }));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const guarded = guardRequest(request, { port: this.#port, token: this.#token });
    if (guarded.refusal !== undefined) {
      this.#refuse(response, guarded.refusal);
      return;
    }
    const [, agent = "", name = "", rest = ""] =
      /^\/([^/?]*)\/([^/?]*)(.*)$/su.exec(guarded.path) ?? [];
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
      if (thrown instanceof LeftBaseError && !response.headersSent) {
        this.#refuse(response, { status: 403, why: thrown.message });
        return;
      }
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      if (!response.headersSent) response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: this.#mask.text(message) } }));
    }
  }
}

// --- inside ---

const tokenBytes = 16;
const reasonsMax = 20;

/** Whoever gives up closes the connection at once; this is for those who do not. */
const settleMs = 250;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
