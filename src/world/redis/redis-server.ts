import type { SimWorld } from "../sim-world.ts";
import { epochMs } from "../sim-world.ts";
import { Call, type Command, type RedisClient, type RedisHost, type Wait } from "./call.ts";
import { newClient, silentLinks } from "./client.ts";
import { commandNamed } from "./commands/all-commands.ts";
import { subscriptionsOf } from "./commands/pub-sub.ts";
import { Database } from "./keyspace.ts";
import { RedisError, type Reply, status } from "./reply.ts";

/** What a server is told when it is made. */
export interface ServerOptions {
  readonly port: number;
  readonly password: string | undefined;
  readonly tellUncovered: (what: string) => void;
}

/** The state of one Redis: databases, clients, scripts, and who waits for what. */
export class RedisServer implements RedisHost {
  readonly databases: readonly Database[];
  readonly clients: Map<number, RedisClient> = new Map();
  readonly scripts: Map<string, string> = new Map();
  readonly settings: Map<string, string> = new Map(settingsAtStart);
  readonly port: number;
  readonly password: string | undefined;
  readonly tellUncovered: (what: string) => void;
  randomState = 0x12_34_ab_cd_33_0en;
  readonly #world: SimWorld;
  /** Who waits, in the order in which they began. */
  readonly #waiting = new Map<RedisClient, { readonly wait: Wait; end(reply: Reply): void }>();
  readonly #changed = new Set<string>();
  #clientsCount = 0;

  constructor(world: SimWorld, options: ServerOptions) {
    this.#world = world;
    this.port = options.port;
    this.password = options.password;
    this.tellUncovered = options.tellUncovered;
    this.databases = Array.from({ length: databasesCount }, () => {
      return new Database(
        () => this.nowMs(),
        (key) => this.#changed.add(key),
      );
    });
  }

  /** The server's clock is its own: faults of the clock strike only the code under test. */
  nowUs(): number {
    return epochMs * 1_000 + this.#world.nowUs;
  }

  nowMs(): number {
    return Math.floor(this.nowUs() / 1_000);
  }

  draw(label: string, limit: number): number {
    return limit <= 1 ? 0 : this.#world.decisions.integer(label, { min: 0, max: limit - 1 });
  }

  nextClientId(): number {
    this.#clientsCount += 1;
    return this.#clientsCount + 2;
  }

  scriptClient({ id, address, connectedAtMs, dbIndex }: RedisClient): RedisClient {
    const facts = { id, address, connectedAtMs, dbIndex, isAuthenticated: true };
    return newClient({ ...facts, isScript: true, canWait: false }, silentLinks);
  }

  /** Takes a command from a client: runs it, queues it or refuses it. */
  take(client: RedisClient, words: readonly string[]): Reply {
    const { transaction } = client;
    let command: Command;
    try {
      command = this.#demand(client, words);
    } catch (thrown) {
      if (transaction !== undefined) transaction.isSpoiled = true;
      return errorReply(thrown);
    }
    let reply: Reply;
    try {
      const name = (words[0] ?? "").toLowerCase();
      client.lastCommand = name;
      if (transaction !== undefined && !unqueued.has(name)) {
        transaction.queue.push(words);
        return status("QUEUED");
      }
      reply = run(command, new Call(this, client, words));
    } catch (thrown) {
      reply = errorReply(thrown);
    }
    this.#serveWaiting();
    return reply;
  }

  execute(client: RedisClient, words: readonly string[]): Reply {
    try {
      const command = client.isScript ? this.#demandForScript(words) : this.#demand(client, words);
      return run(command, new Call(this, client, words));
    } catch (thrown) {
      return errorReply(thrown);
    }
  }

  /** Lets a client wait; `end` is called once, with what came or what comes too late. */
  wait(client: RedisClient, wait: Wait, end: (reply: Reply) => void): void {
    const timeoutUs = wait.timeoutMs * 1_000;
    const timer =
      timeoutUs > 0
        ? this.#world.after(timeoutUs, "redis timeout", () => this.unblock(client, wait.late))
        : undefined;
    this.#waiting.set(client, {
      wait,
      end: (reply) => {
        if (timer !== undefined) timer.fire = undefined;
        end(reply);
      },
    });
  }

  unblock(client: RedisClient, reply: Reply): boolean {
    const waiting = this.#waiting.get(client);
    if (waiting === undefined) return false;
    this.#waiting.delete(client);
    waiting.end(reply);
    return true;
  }

  leave(client: RedisClient): void {
    this.clients.delete(client.id);
    this.unblock(client, { kind: "none" });
  }

  /** Gives what has come to those who wait for it, in their order, until nobody gets anything. */
  #serveWaiting(): void {
    while (this.#changed.size > 0) {
      const changed = new Set(this.#changed);
      this.#changed.clear();
      // Who goes on and waits again comes after those who wait now.
      const inOrder = [...this.#waiting];
      for (const [client, { wait }] of inOrder) {
        if (!wait.keys.some((key) => changed.has(key))) continue;
        const reply = attemptOf(wait);
        if (reply !== undefined) this.unblock(client, reply);
      }
    }
  }

  #demand(client: RedisClient, words: readonly string[]): Command {
    const [name = "", ...args] = words;
    const command = commandNamed(name);
    if (command === undefined) throw this.#unknown(name, args);
    const [arity, flags] = command;
    if (arity >= 0 ? words.length !== arity : words.length < -arity) {
      throw new RedisError(`ERR wrong number of arguments for '${name.toLowerCase()}' command`);
    }
    if (!client.isAuthenticated && !flags.includes("a")) {
      throw new RedisError("NOAUTH Authentication required.");
    }
    if (client.protocol === 2 && subscriptionsOf(client) > 0 && !flags.includes("s")) {
      throw new RedisError(
        `ERR Can't execute '${name.toLowerCase()}': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / ` +
          "PING / QUIT / RESET are allowed in this context",
      );
    }
    return command;
  }

  #demandForScript(words: readonly string[]): Command {
    const [name = ""] = words;
    const command = commandNamed(name);
    if (command === undefined) {
      this.tellUncovered(`the command ${name.toUpperCase()}`);
      throw new RedisError("ERR Unknown Redis command called from script");
    }
    const [arity, flags] = command;
    if (arity >= 0 ? words.length !== arity : words.length < -arity) {
      throw new RedisError("ERR Wrong number of args calling Redis command from script");
    }
    if (flags.includes("n")) {
      throw new RedisError("ERR This Redis command is not allowed from script");
    }
    return command;
  }

  #unknown(name: string, args: readonly string[]): RedisError {
    this.tellUncovered(`the command ${name.slice(0, 128).toUpperCase()}`);
    let shown = "";
    for (const arg of args) {
      if (shown.length >= 128) break;
      shown += `'${arg.slice(0, 128 - shown.length)}' `;
    }
    return new RedisError(
      `ERR unknown command '${name.slice(0, 128)}', with args beginning with: ${shown}`,
    );
  }
}

// --- inside ---

const databasesCount = 16;

const settingsAtStart: readonly (readonly [string, string])[] = [
  ["appendonly", "no"],
  ["databases", String(databasesCount)],
  ["maxclients", "10000"],
  ["maxmemory", "0"],
  ["maxmemory-policy", "noeviction"],
  ["notify-keyspace-events", ""],
  ["save", ""],
  ["timeout", "0"],
];

/** Commands that are run even between `MULTI` and `EXEC`. */
const unqueued = new Set(["exec", "discard", "multi", "watch", "quit", "reset"]);

function run([, , body]: Command, call: Call): Reply {
  return body(call);
}

function attemptOf(wait: Wait): Reply | undefined {
  try {
    return wait.attempt();
  } catch (thrown) {
    // A key that became something else is not what is waited for; all else is told.
    if (thrown instanceof RedisError && thrown.message.startsWith("WRONGTYPE")) return undefined;
    return errorReply(thrown);
  }
}

function errorReply(thrown: unknown): Reply {
  if (thrown instanceof RedisError) return { kind: "error", text: thrown.message };
  throw thrown;
}
