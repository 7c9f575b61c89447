import type { Database } from "./keyspace.ts";
import { type Reply, RedisError, refused } from "./reply.ts";

/** What a client waits for; the first attempt that answers something ends it. */
export interface Wait {
  readonly keys: readonly string[];
  readonly timeoutMs: number;
  readonly late: Reply;
  attempt(): Reply | undefined;
}

/** The commands between `MULTI` and `EXEC`. */
export interface Transaction {
  readonly queue: (readonly string[])[];
  isSpoiled: boolean;
}

/** One who sends commands: a connection, a script, or the test itself. */
export interface RedisClient {
  readonly id: number;
  readonly address: string;
  readonly connectedAtMs: number;
  name: string;
  dbIndex: number;
  protocol: 2 | 3;
  isAuthenticated: boolean;
  lastCommand: string;
  transaction: Transaction | undefined;
  /** Versions of watched keys, by database and key. */
  readonly watched: Map<
    string,
    { readonly dbIndex: number; readonly key: string; version: number }
  >;
  readonly channels: Set<string>;
  readonly patterns: Set<string>;
  readonly shardChannels: Set<string>;
  /** Whether a command may wait here; in a script or a transaction none does. */
  canWait: boolean;
  readonly isScript: boolean;
  wait(wait: Wait): void;
  /** Ends a wait from outside; whether there was one. */
  unblock(reply: Reply): boolean;
  send(reply: Reply): void;
  close(): void;
}

/** What commands may ask of their server. */
export interface RedisHost {
  readonly databases: readonly Database[];
  readonly clients: ReadonlyMap<number, RedisClient>;
  readonly password: string | undefined;
  readonly port: number;
  /** Scripts by their digest. */
  readonly scripts: Map<string, string>;
  readonly settings: Map<string, string>;
  /** Where `math.random` of scripts is. */
  randomState: bigint;
  nowUs(): number;
  nowMs(): number;
  /** A number below a limit, drawn from the run's decisions. */
  draw(label: string, limit: number): number;
  /** Runs one command of a client and gives its answer; errors are answers. */
  execute(client: RedisClient, words: readonly string[]): Reply;
  /** A client of a script's own, which shares what its caller has. */
  scriptClient(caller: RedisClient): RedisClient;
  /** Tells the user that a run relied on something that is not simulated. */
  tellUncovered(what: string): void;
}

/** One command with its arguments. */
export class Call {
  readonly host: RedisHost;
  readonly client: RedisClient;
  readonly name: string;
  readonly args: readonly string[];

  constructor(host: RedisHost, client: RedisClient, words: readonly string[]) {
    this.host = host;
    this.client = client;
    this.name = (words[0] ?? "").toLowerCase();
    this.args = words.slice(1);
  }

  get db(): Database {
    const db = this.host.databases[this.client.dbIndex];
    if (db === undefined) throw new RedisError("ERR DB index is out of range");
    return db;
  }

  /** An argument that must be there. */
  at(index: number): string {
    const argument = this.args[index];
    if (argument === undefined) throw refused.syntax();
    return argument;
  }

  /** An argument as an option's name. */
  word(index: number): string {
    return (this.args[index] ?? "").toUpperCase();
  }
}

/** The error for what Redis has and this one has not; the user is told. */
export function uncovered({ host }: Call, what: string): RedisError {
  host.tellUncovered(what);
  return new RedisError(`ERR ${what} is not simulated`);
}

/**
 * A command: how many words it has (negative: at least), its flags, and what it does.
 * w writes · r reads · n not in scripts · b may wait · s also while subscribed · a before AUTH ·
 * keys: k the first argument, K all, P the first two, M every other one.
 */
export type Command = readonly [arity: number, flags: string, run: (call: Call) => Reply];
export type Commands = Readonly<Record<string, Command>>;
